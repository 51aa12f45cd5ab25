import "@vscode/codicons/dist/codicon.css";
import "../shared/base.css";
import "./chat.css";
import "./edits.css";
import type { JSX } from "preact";
import { render } from "preact";
import { ActivityBar } from "./activity";
import { Composer } from "./composer/composer";
import { Empty } from "./empty";
import { Header } from "./header";
import { Transcript } from "./rows/transcript";
import { announcement, connect, header, isFresh } from "./state/store";

const Chat = (): JSX.Element => (
  <div class="chat" data-testid="chat">
    {header.value === null ? null : <Header header={header.value} />}
    {isFresh.value ? <Empty /> : <Transcript />}
    <ActivityBar />
    <Composer />
    <div class="visually-hidden" aria-live="polite" data-testid="announcement">
      {announcement.value}
    </div>
  </div>
);

render(<Chat />, document.getElementById("root") ?? document.body);
connect();
