import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { failedOutcome, textOutcome } from "../tool";
import type { CallPreview, ToolContext, ToolOutcome } from "../tool";
import { readContent, sayContent } from "./text-file";
import { openWithConsent } from "./world";
import type { BuiltinWorld } from "./world";

/** Computes what a file becomes; `before` is undefined where there is no file yet. */
export type PlanEdit = (before: string | undefined) => PlannedText;
export type PlannedText =
  | { readonly kind: "planned"; readonly after: string; readonly note?: string }
  | { readonly kind: "unfit"; readonly reason: string };

interface PlannedEdit {
  readonly kind: "planned";
  readonly path: string;
  readonly shown: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly note?: string;
  readonly careful?: string;
}

export async function previewEdit(world: BuiltinWorld, path: string, plan: PlanEdit): Promise<CallPreview> {
  const edit = await planEdit(world, path, plan);
  if (edit.kind === "unfit") return { kind: "refused", outcome: failedOutcome(edit.reason) };
  const verb = edit.before === undefined ? "Create" : "Change";
  const careful =
    edit.careful ??
    (STEERING_FILES.test(edit.shown) ? "this file steers the editor, git hooks or Hermes itself" : undefined);
  return {
    kind: "ready",
    title: `${verb} ${edit.shown}`,
    detail: edit.note ?? "",
    edit: { path: edit.path, before: edit.before ?? "", after: edit.after },
    ...(careful === undefined ? {} : { careful }),
  };
}

export async function runEdit(
  world: BuiltinWorld,
  path: string,
  plan: PlanEdit,
  context: ToolContext,
): Promise<ToolOutcome> {
  const edit = await planEdit(world, path, plan);
  if (edit.kind === "unfit") return failedOutcome(edit.reason);
  context.signal.throwIfAborted();
  await world.touched.beforeWrite(context.session, edit.path);
  await mkdir(dirname(edit.path), { recursive: true });
  await writeFile(edit.path, edit.after, "utf8");
  return textOutcome([sayEdit(edit), edit.note].filter((part) => part !== undefined).join(" "));
}

async function planEdit(
  world: BuiltinWorld,
  path: string,
  plan: PlanEdit,
): Promise<PlannedEdit | { readonly kind: "unfit"; readonly reason: string }> {
  const opened = await openWithConsent(world, path, "write");
  if (opened.kind === "refused") return { kind: "unfit", reason: opened.reason };
  if (GIT_FOLDER.test(opened.shown))
    return {
      kind: "unfit",
      reason: `${opened.shown} belongs to git itself and is not edited by hand. Use git commands in terminal.`,
    };
  if (world.hasUnsavedChanges(opened.path))
    return {
      kind: "unfit",
      reason: `${opened.shown} has unsaved changes in the user's editor. Ask the user to save or discard them first.`,
    };
  const content = await readContent(opened.path);
  if (content.kind !== "text" && content.kind !== "missing")
    return {
      kind: "unfit",
      reason: content.kind === "image" ? `${opened.shown} is an image, not text.` : sayContent(content, opened.shown),
    };
  const before = content.kind === "text" ? content.text : undefined;
  const planned = plan(before);
  if (planned.kind === "unfit") return { kind: "unfit", reason: `${opened.shown}: ${planned.reason}` };
  if (countMarks(planned.after) > countMarks(before ?? ""))
    return {
      kind: "unfit",
      reason: `${opened.shown}: the new text contains ${REDACTION_MARK}, which stands for a secret you were not shown. Writing it would destroy the secret. Leave that line as it is.`,
    };
  return {
    path: opened.path,
    shown: opened.shown,
    before,
    ...planned,
    ...(opened.careful === undefined ? {} : { careful: opened.careful }),
  };
}

/** A hook or setting written here would run code later, unseen. */
const STEERING_FILES = /(?:^|\/)(?:\.vscode|\.hermes|\.husky)\/|(?:^|\/)\.hermesignore$/;
const GIT_FOLDER = /(?:^|\/)\.git(?:\/|$)/;

/** What redaction puts in place of a secret in output the model reads. */
const REDACTION_MARK = "[REDACTED]";
const countMarks = (text: string): number => text.split(REDACTION_MARK).length - 1;

function sayEdit(edit: PlannedEdit): string {
  const size = `${countLines(edit.after)} lines, ${edit.after.length} characters`;
  if (edit.before === undefined) return `Created ${edit.shown} (${size}).`;
  return edit.before === edit.after
    ? `${edit.shown} already had exactly this content.`
    : `Changed ${edit.shown} (now ${size}, was ${countLines(edit.before)} lines).`;
}

const countLines = (text: string): number =>
  text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
