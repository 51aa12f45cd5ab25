import { l10n } from "vscode";
import type { ChosenCompression } from "../../core/agent/compression/order";
import type { SessionPlan } from "../../core/agent/compression/plan";
import type { Reason } from "../../core/base/reason";
import type { CompressionDraft } from "../../core/context/engine";
import { editDraft, sentenceFor } from "../../core/host";
import { presentClaims } from "../../presenter/inspector/claims";
import { presentPlan } from "../../presenter/inspector/preview";
import { sayError } from "../../presenter/words/say";
import type { PreviewPicture } from "../../protocol/compression";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";

type PreviewHost = Pick<HostContext, "hermes" | "views" | "chat" | "inspector">;

/** What the open preview is about; the page only shows it. */
interface OpenPreview {
  readonly asked: ChosenCompression;
  readonly planned: SessionPlan | Reason;
  /** The summary a model has written for it. */
  readonly draft?: CompressionDraft;
}

/** A compression before it happens: first its plan, then a summary to read and edit, then the compression itself. */
export class CompressionPreview {
  private readonly host: PreviewHost;
  private opened: OpenPreview | undefined;

  constructor(host: PreviewHost) {
    this.host = host;
  }

  /** Shows the engine's plan in the inspector, without a model call. */
  async open(asked: ChosenCompression = {}): Promise<void> {
    const { hermes, inspector } = this.host;
    if (hermes.agent.session === undefined) throw new Error(l10n.t("There is no conversation to compress yet."));
    const planned = await hermes.agent.planCompression(asked);
    this.opened = { asked, planned };
    inspector.reveal("preview");
    this.show(this.present(this.opened));
  }

  /** Has the summary written, to be read and edited before anything changes. */
  async draftSummary(): Promise<void> {
    const { opened } = this;
    const { agent } = this.host.hermes;
    if (opened === undefined) return;
    const { asked, planned } = opened;
    const shown = this.present(opened);
    this.show({ ...shown, state: "drafting", reason: null });
    try {
      const draft = await agent.draftCompression(asked);
      if (!("plan" in draft)) return this.show({ ...shown, state: "failed", reason: say(sentenceFor(draft)) });
      const drafted = agent.measureDraft(draft) ?? planned;
      this.opened = { asked, planned: drafted, draft };
      const claims = presentClaims(draft.claims ?? [], say);
      this.show({
        ...this.present(this.opened),
        state: "drafted",
        reason: null,
        draft: draft.text,
        claims,
      });
    } catch (error) {
      this.show({ ...shown, state: "failed", reason: sayError(error, say) });
    }
  }

  /** `summary` is the text in the editor: the words of the user replace those of the model. */
  async apply(summary: string | null): Promise<void> {
    const { hermes, chat } = this.host;
    const { asked, planned, draft } = this.opened ?? { asked: {} };
    const chosen = draft && summary !== null && summary !== draft.text ? editDraft(draft, summary) : draft;
    await chat.reveal();
    await hermes.agent.compress({
      ...asked,
      ...(planned !== undefined && "plan" in planned && { plan: planned.plan }),
      ...(chosen === undefined ? {} : { draft: chosen }),
    });
  }

  close(): void {
    this.opened = undefined;
    this.show(null);
  }

  private present({ asked, planned }: OpenPreview): PreviewPicture {
    return presentPlan(planned, { asked, messages: this.host.hermes.agent.messages }, say);
  }

  private show(preview: PreviewPicture | null): void {
    this.host.views.answer({ kind: "preview", preview });
  }
}
