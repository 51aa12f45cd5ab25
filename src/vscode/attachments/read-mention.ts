import type { Hermes } from "../../core/agent/compose";
import type { Attachment } from "../../core/conversation/attached";
import type { Mention } from "../../protocol/attachments";
import { readFile, readFolder, readProblems, readSelection, readSymbol } from "./editor-texts";
import { readChanges } from "./git-changes";
import { readOutput, readSession } from "./stored-texts";
import { readTerminal } from "./terminal-text";
import { askAboutPage } from "./web-question";

/** Reads what a mention names, within bounds. */
export function readMention(hermes: Hermes, { kind, target, name }: Mention): Promise<Attachment> {
  const wanted = target ?? "";
  switch (kind) {
    case "file":
      return readFile(wanted);
    case "folder":
      return readFolder(wanted);
    case "selection":
      return readSelection(name, wanted);
    case "symbol":
      return readSymbol(name, wanted);
    case "problems":
      return readProblems();
    case "terminal":
      return readTerminal();
    case "changes":
      return readChanges();
    case "session":
      return readSession(hermes, wanted);
    case "output":
      return readOutput(hermes, wanted, name);
    case "web":
      return hermes.attachPage(wanted, askAboutPage, new AbortController().signal);
  }
}
