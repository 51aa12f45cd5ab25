/** The one public door: what hosts, engine authors, benchmarks and outside tests use. These names and signatures stay stable. */
export { createHermes } from "./agent/compose";
export { readFlatSettings, readSettings } from "./agent/settings";
export { createCompressor } from "./context/compressor/compressor";
export { applyFold } from "./context/compressor/fold";
export { planCompression } from "./context/compressor/plan";
export { createLosslessEngine } from "./context/lcm/lossless-engine";
export { callId, messageId, sessionId } from "./conversation/ids";
export { messageText } from "./conversation/render";
export { exportTranscript, importTranscript } from "./conversation/transcript";
export { CATALOG } from "./models/catalog";
export { classifyFailure } from "./providers/failures";
export { normalizeUsage } from "./providers/usage";
export { redactSecrets } from "./redact/secrets";
export { exportJson, exportMarkdown, importSession } from "./sessions/export";
export { estimateMessageTokens } from "./tokens/estimate";
