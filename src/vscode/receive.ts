import type { ViewMessage } from "../protocol";
import { callId, messageId } from "../core/index";
import type { Actions } from "./actions";
import type { Parts } from "./parts";

/** `Extract` would miss messages that share one shape under several types. */
type Matching<Message, Type> = Message extends { readonly type: infer Own }
  ? Type extends Own
    ? Message
    : never
  : never;
type Of<Type extends ViewMessage["type"]> = Matching<ViewMessage, Type>;
type Receivers = { readonly [Type in ViewMessage["type"]]: (message: Of<Type>) => unknown };

/** What each message of a page sets going. `report` is told what went wrong. */
export function createReceiver(
  parts: Parts,
  actions: Actions,
  report: (error: unknown) => void,
): (message: ViewMessage) => void {
  const receivers = createReceivers(parts, actions);
  return (message) => {
    // The table has an entry for exactly this type; TypeScript cannot see that through the index.
    const receive = receivers[message.type] as (message: ViewMessage) => unknown;
    new Promise((resolve) => resolve(receive(message))).catch(report);
  };
}

function createReceivers({ hermes, questions, inspector }: Parts, actions: Actions): Receivers {
  return {
    ready: ({ view }) => (view === "chat" ? actions.greet() : undefined),
    resync: () => undefined,
    "rows-before": () => undefined,
    send: ({ text, images }) => actions.send(text, images),
    resend: (message) => hermes.agent.resend(messageId(message.messageId), { text: message.text, images: [] }),
    stop: () => actions.stop(),
    unqueue: ({ index }) => hermes.agent.unqueue(index),
    slash: ({ command, argument }) => actions.slash(command, argument),
    "find-files": ({ query }) => actions.findFiles(query),
    "answer-approval": (message) => questions.answer(callId(message.callId), message.answer),
    "show-edit": (message) => actions.showEdit(message.callId),
    "open-output": (message) => actions.openResult(message.callId),
    "open-spill": ({ spill }) => actions.openOutput(spill),
    "open-message": (message) => actions.openMessage(message.messageId),
    "open-request": (message) => actions.openRequest(message.requestId),
    "open-link": ({ href }) => actions.openLink(href),
    "open-file": ({ path, line }) => actions.openFile(path, line),
    copy: ({ text }) => actions.copy(text),
    "insert-code": ({ text }) => actions.insertCode(text),
    "apply-code": ({ text, info }) => actions.applyCode({ text, info }),
    restore: (message) => hermes.agent.restore(messageId(message.messageId), message.what),
    act: ({ action }) => actions.act(action),
    "diff-compression": ({ id }) => actions.diffCompression(id),
    "undo-compression": ({ id }) => actions.undoCompression(id),
    "open-summary": ({ id }) => actions.openSummary(id),
    "put-back-lost": ({ id, item }) => actions.putBackLost(id, item),
    "pin-lost": ({ item }) => actions.pinText(item),
    pin: (message) => hermes.agent.pin(messageId(message.messageId)),
    unpin: (message) => hermes.agent.unpin(messageId(message.messageId)),
    evict: (message) => hermes.agent.evict(messageId(message.messageId)),
    "put-back": (message) => hermes.agent.putBack(messageId(message.messageId)),
    preview: ({ focusTopic }) => actions.previewCompression(focusTopic),
    "draft-preview": () => actions.draftPreview(),
    "apply-preview": ({ summary }) => actions.applyPreview(summary),
    "leave-preview": () => actions.leavePreview(),
    "show-usage": ({ days }) => actions.showUsage(days),
    "expand-node": ({ id }) => actions.expandNode(id),
    "open-inspector": ({ section }) => inspector.reveal(section ?? undefined),
    "select-model": () => actions.selectModel(),
    "add-key": () => actions.setApiKey(),
    "open-settings": ({ query }) => actions.openSettings(query),
    "open-walkthrough": () => actions.openWalkthrough(),
  };
}
