import type { Wording } from "../wording";

export const lessonWords = {
  lessonOffer:
    "This is the sample project. In two minutes you see a failing test repaired, a large output kept on " +
    "disk, and a compression that you take back.",
  lessonStart: "Start the lesson",
  lessonLabel: "Lesson",
  lessonCount: "Lesson, step {step} of {steps}",
  lessonLeave: "Leave the lesson",
  lesson_tests:
    "Hermes wants to run the tests first. Nothing runs before you allow it: read the command, then allow it once.",
  lesson_edit:
    "This is the edit before it happens, here and as a diff in the editor. Allow it here, or accept it there.",
  lesson_again: "The file is changed, and a checkpoint keeps the old text. Allow the tests to run once more.",
  lesson_log: "The test passes, and you can still undo the edit. Next comes a command with far too much output.",
  lesson_printing: "Allow this command too. It prints 3,000 lines.",
  lesson_spill:
    "The whole output stays on disk: the model got a preview and then read three parts of it. The bar " +
    "above shows what they take.",
  lesson_compress: "The bar shows how full the window is. A compression puts a summary in the place of older messages.",
  lesson_verify:
    "Code has checked this summary against what really happened. Look at Diff if you like, then take the " +
    "compression back.",
  lesson_undone: "Every message is back, word for word. That is the idea: see the context, check it, undo it.",
  lessonNext_log: "Print the log",
  lessonNext_spill: "Go on",
  lessonNext_compress: "Compress now",
  lessonNext_verify: "Undo the compression",
  lessonNext_undone: "Finish",
} as const satisfies Readonly<Record<string, Wording>>;
