/**
 * The lesson on the sample project. Steps with a button wait for the user; the others follow from events. "done" comes
 * after the last step: a closing word, and what to do next.
 */
export type LessonStep =
  | "tests"
  | "cause"
  | "edit"
  | "again"
  | "log"
  | "printing"
  | "spill"
  | "compress"
  | "verify"
  | "undone"
  | "done";

export type LessonPicture = { readonly kind: "offered" } | { readonly kind: "running"; readonly step: LessonStep };

export type LessonAction = "start" | "next" | "leave";
