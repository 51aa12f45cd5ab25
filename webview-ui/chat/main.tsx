import "@vscode/codicons/dist/codicon.css";
import "../shared/base.css";
import "./chat.css";
import { render, type JSX } from "preact";
import { ActivityBar } from "./activity";
import { Composer } from "./composer";
import { Empty } from "./empty";
import { Header } from "./header";
import { announcement, connect, header, rowIds } from "./store";
import { Transcript } from "./transcript";

const Chat = (): JSX.Element => (
  <div class="chat" data-testid="chat">
    {header.value === null ? null : (
      <Header header={header.value} notice={rowIds.value.length === 0 ? "elsewhere" : "shown"} />
    )}
    {rowIds.value.length === 0 ? <Empty /> : <Transcript />}
    <ActivityBar />
    <Composer />
    <div class="visually-hidden" aria-live="polite" data-testid="announcement">
      {announcement.value}
    </div>
  </div>
);

render(<Chat />, document.getElementById("root") ?? document.body);
connect();
