/** The lesson on the sample project. Steps with a button wait for the user; the others follow from events. */
export type LessonStep = "tests" | "edit" | "again" | "log" | "printing" | "spill" | "compress" | "verify" | "undone";

export type LessonPicture = { readonly kind: "offered" } | { readonly kind: "running"; readonly step: LessonStep };

export type LessonAction = "start" | "next" | "leave";
