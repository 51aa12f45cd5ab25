/**
 * The door for authors of context engines and tools, for benchmarks and for outside tests. These names and signatures
 * stay stable. A host needs more than this: `host.ts`.
 */
export type { CacheReport, SimulatedRequest, SimulatedRules } from "./caching/simulate";
export { simulateCache } from "./caching/simulate";
export type { CompressorOptions } from "./context/compressor/compressor";
export { createCompressor } from "./context/compressor/compressor";
export type { CompressionPlan } from "./context/compressor/plan";
export { applyFold, planCompression } from "./context/compressor/plan";
export type {
  CompressionReport,
  CompressOptions,
  ContextEngine,
  EnginePlan,
  EngineSession,
  EngineStatus,
  EngineToolSchema,
  LastCompression,
  PlannedFold,
  ReportedClaim,
  Summarize,
  SummaryRequest,
  Verification,
} from "./context/engine";
export { SummaryError } from "./context/engine";
export type { LosslessEngine, LosslessOptions } from "./context/lossless/lossless-engine";
export { createLosslessEngine } from "./context/lossless/lossless-engine";
export type { LosslessStore } from "./context/lossless/store";
export { createMemoryStore } from "./context/lossless/store";
export type { ContractClause } from "./context/outside/contract";
export { engineContract } from "./context/outside/contract";
export type { CompressionPolicy } from "./context/policy";
export { checkLegal } from "./conversation/legality";
export type { AssistantMessage, Message, SummaryMessage, ToolMessage, UserMessage } from "./conversation/message";
export { messageText } from "./conversation/render";
export { exportTranscript, importTranscript, TranscriptError } from "./conversation/transcript/transcript";
export type { Usage } from "./conversation/usage";
export { classifyFailure } from "./providers/failures/failures";
export type { ProviderFailure } from "./providers/provider";
export { normalizeUsage } from "./providers/routes/usage";
export { redactSecrets } from "./redact/secrets";
export { estimateMessageTokens } from "./tokens/estimate";
export type { Tool, ToolContext, ToolOutcome } from "./tools/tool";
