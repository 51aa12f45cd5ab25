import "@vscode/codicons/dist/codicon.css";
import "../shared/base.css";
import "./chat.css";
import "./edits.css";
import type { JSX } from "preact";
import { render } from "preact";
import { ChangedFiles } from "./changed-files";
import { Composer } from "./composer/composer";
import { Empty } from "./empty";
import { Header } from "./header";
import { History } from "./history/history";
import { LessonHint } from "./lesson/lesson-hint";
import { lessonPlace } from "./lesson/lesson-place";
import { Transcript } from "./rows/transcript";
import { ActivityBar } from "./running/activity-bar";
import { connectBanner, WorkspaceBanner } from "./running/workspace-banner";
import { Skeleton } from "./skeleton";
import { connectComposer } from "./state/draft";
import { announcement, connect, header, history, isFresh, start } from "./state/store";

const Conversation = (): JSX.Element => {
  if (!isFresh.value) return <Transcript />;
  return start.value === "returning" ? <Skeleton /> : <Empty />;
};

const Chat = (): JSX.Element => (
  <div class="chat" data-testid="chat">
    {/* Kept below the list of sessions, so that its scroll position and folds are still there afterwards. */}
    <div class="chat-page" inert={history.value !== null}>
      {header.value === null ? null : <Header header={header.value} />}
      <WorkspaceBanner />
      {lessonPlace.value === "header" ? <LessonHint /> : null}
      <Conversation />
      <ChangedFiles />
      {lessonPlace.value === "composer" ? <LessonHint /> : null}
      <ActivityBar />
      <Composer />
    </div>
    {history.value === null ? null : <History picture={history.value} />}
    <div class="visually-hidden" aria-live="polite" data-testid="announcement">
      {announcement.value}
    </div>
  </div>
);

const root = document.getElementById("root") ?? document.body;
// The sign that the page is starting.
root.replaceChildren();
render(<Chat />, root);
connectBanner();
connect();
connectComposer();
