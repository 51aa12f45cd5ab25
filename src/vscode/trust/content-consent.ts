import type { Memento } from "vscode";
import { readTexts } from "../base/kept-state";

const ALLOWED = "hermes.contentAllowed";
const REFUSED = "hermes.contentRefused";

type Answer = "use" | "leave";

/** Answers about files of a workspace that run programs or steer the agent: other content is another question. */
export class ContentConsent {
  private readonly state: Pick<Memento, "get" | "update">;
  private readonly open = new Map<string, Promise<Answer>>();

  constructor(state: Pick<Memento, "get" | "update">) {
    this.state = state;
  }

  /** Asks once for each content; whoever asks meanwhile shares the question. */
  confirm(what: "hooks" | "agents", hash: string, ask: () => Promise<Answer>): Promise<Answer> {
    const key = `${what} ${hash}`;
    if (this.answers(ALLOWED).includes(key)) return Promise.resolve("use");
    if (this.answers(REFUSED).includes(key)) return Promise.resolve("leave");
    const asking = this.open.get(key) ?? this.ask(key, ask).finally(() => this.open.delete(key));
    this.open.set(key, asking);
    return asking;
  }

  private async ask(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const answer = await ask();
    const list = answer === "use" ? ALLOWED : REFUSED;
    await this.state.update(list, [...this.answers(list), key]);
    return answer;
  }

  private answers(list: typeof ALLOWED | typeof REFUSED): readonly string[] {
    return readTexts(this.state, list);
  }
}
