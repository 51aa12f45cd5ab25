import { l10n } from "vscode";
import type { CompressionDraft } from "../core/context/engine";
import { editDraft, estimateMessageTokens, planCompression, projectCompression } from "../core/index";
import { presentPlan } from "../presenter/preview";
import type { PreviewPicture } from "../protocol";
import type { Parts } from "./parts";

const FIXED: ReadonlySet<string> = new Set(["system", "tools", "rules"]);

/** A compression before it happens: what it would do, its summary to read and edit, then the deed or nothing. */
export function createPreviewActions({ hermes, stage, chat, inspector, settings }: Parts) {
  let draft: CompressionDraft | undefined;

  const show = (preview: PreviewPicture | null) => stage.answer({ kind: "preview", preview });
  const shown = () => stage.presenter.inspector().preview;

  const previewCompression = async (focusTopic: string | null = null) => {
    if (hermes.agent.session === undefined) throw new Error(l10n.t("There is no conversation to compress yet."));
    draft = undefined;
    const { gauge, segments, caching } = stage.presenter.meter();
    const { model } = await hermes.route();
    const state = model.cache.kind === "none" ? "none" : (caching.expiresAt ?? 0) > Date.now() ? "warm" : "cold";
    const cache = { state, ttl: settings.current.promptCaching.cacheTtl } as const;
    const plan = planCompression(
      hermes.agent.messages,
      { ...settings.current.compression, contextLength: gauge.windowTokens },
      estimateMessageTokens,
    );
    inspector.reveal("preview");
    show(
      presentPlan(plan, {
        focusTopic,
        thresholdTokens: gauge.thresholdTokens,
        usedTokens: gauge.usedTokens,
        countTokens: estimateMessageTokens,
        fixedTokens: segments.reduce((sum, { kind, tokens }) => sum + (FIXED.has(kind) ? tokens : 0), 0),
        costs: (sizes) => (model.prices === undefined ? undefined : projectCompression(sizes, model.prices, cache)),
      }),
    );
  };

  return {
    previewCompression,
    leavePreview() {
      draft = undefined;
      show(null);
    },
    async draftPreview() {
      const preview = shown();
      if (!preview) return;
      show({ ...preview, state: "drafting", reason: null });
      const made = await hermes.agent.draftCompression(preview.focusTopic ?? undefined).catch((error: unknown) => {
        show({ ...preview, state: "failed", reason: error instanceof Error ? error.message : String(error) });
        return undefined;
      });
      if (made === undefined) return;
      draft = "plan" in made ? made : undefined;
      show(
        "plan" in made
          ? { ...preview, state: "drafted", reason: null, draft: made.text }
          : { ...preview, state: "failed", reason: made.reason },
      );
    },
    /** `summary` is what stands in the editor; changed words are the person's and go in as they are. */
    async applyPreview(summary: string | null) {
      const focusTopic = shown()?.focusTopic ?? undefined;
      const chosen = draft && summary !== null && summary !== draft.text ? editDraft(draft, summary) : draft;
      await chat.reveal();
      await hermes.agent.compress({
        ...(focusTopic === undefined ? {} : { focusTopic }),
        ...(chosen === undefined ? {} : { draft: chosen }),
      });
    },
  };
}
