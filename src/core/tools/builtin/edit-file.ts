import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { findSteering, isInGitFolder } from "../files/steering-files";
import { findSteeringLink } from "../files/steering-links";
import { describeContent, readContent } from "../files/text-file";
import type { CallPreview, ToolContext, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { describeNewProblems, newProblems } from "./new-problems";
import type { BuiltinWorld, OpenedPath } from "./world";
import { openWithConsent } from "./world";

/** Computes the new text of a file; `before` is undefined where there is no file yet. */
export type PlanEdit = (before: string | undefined) => PlannedText;
type PlannedText =
  | { readonly kind: "planned"; readonly after: string; readonly note?: string }
  | { readonly kind: "unfit"; readonly reason: string };

interface PlannedEdit {
  readonly kind: "planned";
  readonly path: string;
  readonly shown: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly note?: string;
  readonly careful?: Sentence;
}

export async function previewEdit(world: BuiltinWorld, wanted: string, plan: PlanEdit): Promise<CallPreview> {
  const edit = await planEdit(world, wanted, plan);
  if (edit.kind === "unfit") return { kind: "refused", outcome: failedOutcome(edit.reason) };
  const path = { path: edit.shown };
  return {
    kind: "ready",
    title: edit.before === undefined ? sentence("Create {path}", path) : sentence("Change {path}", path),
    detail: edit.note ?? "",
    edit: { path: edit.path, before: edit.before ?? "", after: edit.after },
    ...(edit.careful === undefined ? {} : { careful: edit.careful }),
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
  const problemsBefore = (await world.problems?.list(edit.path)) ?? [];
  const after = await world.touched.beforeWrite(context.session, edit.path, context.callId);
  try {
    await mkdir(dirname(edit.path), { recursive: true });
    await writeFile(edit.path, edit.after, "utf8");
  } finally {
    await after();
  }
  const problemsAfter = (await world.problems?.afterWrite?.(edit.path, context.signal)) ?? [];
  const broken = describeNewProblems(newProblems(problemsBefore, problemsAfter));
  return {
    ...textOutcome([describeEdit(edit), edit.note, broken].filter((part) => part !== undefined).join(" ")),
    edit: { path: edit.path, before: edit.before ?? "", after: edit.after },
  };
}

async function planEdit(
  world: BuiltinWorld,
  path: string,
  plan: PlanEdit,
): Promise<PlannedEdit | { readonly kind: "unfit"; readonly reason: string }> {
  const opened = await openWithConsent(world, path, "write");
  if (opened.kind === "refused") return { kind: "unfit", reason: opened.reason };
  if (isInGitFolder(opened.shown) || isInGitFolder(path))
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
      reason:
        content.kind === "image" ? `${opened.shown} is an image, not text.` : describeContent(content, opened.shown),
    };
  const before = content.kind === "text" ? content.text : undefined;
  const planned = isTooLong(before ?? "") ? TOO_LONG : plan(before);
  if (planned.kind === "unfit") return { kind: "unfit", reason: `${opened.shown}: ${planned.reason}` };
  if (isTooLong(planned.after)) return { kind: "unfit", reason: `${opened.shown}: ${TOO_LONG.reason}` };
  if (countMarks(planned.after) > countMarks(before ?? ""))
    return {
      kind: "unfit",
      reason:
        `${opened.shown}: the new text contains ${REDACTION_MARK}, which stands for a secret you were not shown. ` +
        `Writing it would destroy the secret. Leave that line as it is.`,
    };
  const careful = opened.careful ?? (await findControl(opened, path));
  return {
    path: opened.path,
    shown: opened.shown,
    before,
    ...planned,
    ...(careful === undefined ? {} : { careful }),
  };
}

/** A hook or setting would run code later without a question, under whichever name it was written. */
async function findControl(
  opened: Extract<OpenedPath, { kind: "open" }>,
  wanted: string,
): Promise<Sentence | undefined> {
  return (
    findSteering(opened.shown) ??
    findSteering(wanted) ??
    (opened.root === undefined ? undefined : findSteeringLink(opened.root, opened.path))
  );
}

/** Edits compare, count and show lines; longer files are generated, and a command changes them better. */
const MAX_EDIT_CHARS = 16 * 1024 * 1024;
const MAX_EDIT_LINES = 200_000;
const TOO_LONG = {
  kind: "unfit",
  reason:
    `the file is too long to edit (more than ${MAX_EDIT_CHARS} characters or ${MAX_EDIT_LINES} lines). ` +
    "Change it with a command in terminal.",
} as const;

function isTooLong(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= MAX_EDIT_LINES; at = text.indexOf("\n", at + 1)) lines++;
  return text.length > MAX_EDIT_CHARS || lines > MAX_EDIT_LINES;
}

/** Redaction replaces a secret by this in output the model reads. */
const REDACTION_MARK = "[REDACTED]";
const countMarks = (text: string): number => text.split(REDACTION_MARK).length - 1;

function describeEdit(edit: PlannedEdit): string {
  const size = `${countLines(edit.after)} lines, ${edit.after.length} characters`;
  if (edit.before === undefined) return `Created ${edit.shown} (${size}).`;
  return edit.before === edit.after
    ? `${edit.shown} already had exactly this content.`
    : `Changed ${edit.shown} (now ${size}, was ${countLines(edit.before)} lines).`;
}

const countLines = (text: string): number =>
  text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
