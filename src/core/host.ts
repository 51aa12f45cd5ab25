/**
 * The door for hosts, the programs around the core: VS Code and the headless command line. It loads all of core, so
 * nothing that runs at activation may import it.
 */
export { createHermes } from "./agent/compose";
export { redactSession } from "./agent/session/redact-session";
export type { KeyOwner } from "./agent/settings/keys";
export {
  isKeyOwner,
  isPrivateWay,
  KEY_VARIABLES,
  keyFromEnvironment,
  keyOrigin,
  keyOrigins,
  keyOwnerOf,
} from "./agent/settings/keys";
export { readFlatSettings } from "./agent/settings/settings";
export { parseJson } from "./base/json";
export { sentenceFor } from "./base/reason";
export { isSentence, renderSentence } from "./base/sentence";
export { SentenceError } from "./base/sentence-error";
export { DAY_MS } from "./base/time";
export { editDraft } from "./context/compressor/draft";
export { isLosslessEngine } from "./context/lossless/lossless-engine";
export type { EngineFolderPorts, EngineManifest, EngineSnapshot } from "./context/outside/folders";
export { findEngineFolders, listEngineManifests, refuseUntrusted } from "./context/outside/folders";
export { completePolicy } from "./context/policy";
export { archiveSummaries } from "./context/summary/summary-lineage";
export { attachedPart, attachmentsOf, ownWords } from "./conversation/attached";
export { callId, messageId, requestId, sessionId, spillId } from "./conversation/ids";
export { hasVisibleText } from "./conversation/newest-request";
export { subjectOf } from "./conversation/text/call-subject";
export { labelMessages } from "./conversation/text/label-messages";
export { exportMessage } from "./conversation/transcript/transcript";
export type { NamedCode } from "./editing/code-target";
export { readTarget } from "./editing/code-target";
export { proposeText, smallestChange } from "./editing/proposal";
export { readGuardedBytes } from "./files/guarded-file";
export { checkCompaction } from "./foreign/check-compaction";
export { continueMessages } from "./foreign/continue";
export { discoverSessions } from "./foreign/discover";
export { DOOR_TOOLS } from "./foreign/door/door";
export { followSession } from "./foreign/follow";
export { compressGiven } from "./foreign/giving/compress-given";
export { giveBack, givenMessages } from "./foreign/giving/give-back";
export { headOfOriginal, writeGiven } from "./foreign/giving/write-given";
export { importAnySession } from "./foreign/import";
export { listForeignSessions } from "./foreign/list";
export { foreignModel } from "./foreign/model";
export { readForeignRequest } from "./foreign/read-request";
export { readForeignSession } from "./foreign/read-session";
export { readForeignPast, searchForeignPast } from "./foreign/search/past";
export { searchForeignSessions } from "./foreign/search/search";
export { asRecorded, FOREIGN_AGENTS, newestRequest } from "./foreign/session";
export { worksIn } from "./foreign/works-in";
export { readHooks } from "./hooks/hook";
export { attachmentTexts } from "./memory/attachment-texts";
export { CATALOG } from "./models/catalog";
export type { KeyCheck } from "./providers/discovery/client";
export { checkKey } from "./providers/discovery/client";
export type { EditorModel } from "./providers/vscode-lm/provider";
export { createEditorProvider } from "./providers/vscode-lm/provider";
export { BrokenStreamError } from "./providers/wire/broken-stream";
export { redacting } from "./redact/redacted-message";
export { redactSecrets } from "./redact/secrets";
export { exportJson, exportMarkdown, exportMessages } from "./sessions/export";
export { SessionError } from "./sessions/lineage/session";
export { createSessionStore } from "./sessions/store";
export { searchOutputs } from "./spill/search-output";
export { estimateMessagesTokens, estimateMessageTokens, estimatePartTokens } from "./tokens/estimate";
export { isAtPrompt } from "./tools/files/process-search";
export { locatePath, nameRoots, showRootPath } from "./tools/files/root-names";
export { readServerFile, splitCommandLine } from "./tools/mcp/server-file";
export { fingerprintOf } from "./tools/mcp/server-setting";
export { createOutputBuffer } from "./tools/shell/output-buffer";
export { commandInFolder, quoteForShell, quoteForTerminal } from "./tools/shell/quote-for-shell";
export { cleanEnvironment, commandShell, createShellRunner, endCarriers, findBash } from "./tools/shell/shell-process";
