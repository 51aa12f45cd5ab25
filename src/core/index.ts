/** The one public door: what hosts, engine authors, benchmarks and outside tests use. These names and signatures stay stable. */
export { createHermes } from "./agent/compose";
export type { AgentEvent, ContextMeasure } from "./agent/events";
export { readFlatSettings, readSettings } from "./agent/settings";
export { projectCompression } from "./caching/economics";
export { simulateCache } from "./caching/simulate";
export type { CacheReport, SimulatedRequest, SimulatedRules } from "./caching/simulate";
export { createCompressor } from "./context/compressor/compressor";
export type { CompressorOptions } from "./context/compressor/compressor";
export { editDraft } from "./context/compressor/draft";
export { applyFold } from "./context/compressor/fold";
export { planCompression } from "./context/compressor/plan";
export type { CompressionPlan } from "./context/compressor/plan";
export { engineContract } from "./context/contract";
export type { ContractClause } from "./context/contract";
export { SummaryError } from "./context/engine";
export type {
  CompressionReport,
  CompressOptions,
  ContextEngine,
  EngineSession,
  EngineStatus,
  EngineToolSchema,
  LastCompression,
  Summarize,
  SummaryRequest,
  Verification,
} from "./context/engine";
export { checkLegal } from "./context/legality";
export { findEngineFolders, listEngineManifests, refuseUntrusted } from "./context/engine-folders";
export type { EngineFolderPorts, EngineManifest, FoundEngines } from "./context/engine-folders";
export { createLosslessEngine, isLosslessEngine } from "./context/lcm/lossless-engine";
export type { LosslessEngine, LosslessOptions } from "./context/lcm/lossless-engine";
export { createMemoryStore } from "./context/lcm/store";
export type { LosslessStore } from "./context/lcm/store";
export type { CompressionPolicy } from "./context/policy";
export { subjectOf } from "./conversation/call-subject";
export { callId, messageId, requestId, sessionId } from "./conversation/ids";
export type { AssistantMessage, Message, SummaryMessage, ToolMessage, UserMessage } from "./conversation/message";
export { messageText } from "./conversation/render";
export { exportTranscript, importTranscript } from "./conversation/transcript";
export type { Usage } from "./conversation/usage";
export { CATALOG } from "./models/catalog";
export { classifyFailure } from "./providers/failures";
export type { ProviderFailure } from "./providers/provider";
export { createEditorProvider } from "./providers/vscode-lm/provider";
export type { EditorModel } from "./providers/vscode-lm/provider";
export { normalizeUsage } from "./providers/usage";
export { redactSecrets } from "./redact/secrets";
export { exportJson, exportMarkdown, importSession } from "./sessions/export";
export { SessionError } from "./sessions/session";
export { estimateMessageTokens } from "./tokens/estimate";
export { isAtPrompt } from "./tools/builtin/process-search";
export { cleanEnvironment, createShellRunner, endCarriers } from "./tools/builtin/shell-process";
export { cleanOutput, createOutputBuffer } from "./tools/output-buffer";
export { quoteForShell } from "./tools/quote-for-shell";
export type { Tool, ToolContext, ToolOutcome } from "./tools/tool";
