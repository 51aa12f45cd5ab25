import type { Wording } from "../wording";

/** `{allow}`, `{diff}`, `{undo}`, and `{key}` are the labels of the buttons that a sentence names. */
export const lessonWords = {
  lessonOffer:
    "This is the sample project. In two minutes you see a failing test repaired, a large output kept on " +
    "disk, and a compression that you take back.",
  lessonStart: "Start the lesson",
  lessonLabel: "Lesson",
  lessonCount: "Lesson, step {step} of {steps}",
  lessonOver: "Lesson finished",
  lessonLeave: "Leave the lesson",
  lesson_tests:
    "Hermes wants to run the tests. Nothing runs before you allow it: read the command above, then press “{allow}”.",
  lesson_cause: "Hermes asks once more. Read what it wants to do, then press “{allow}”.",
  lesson_edit:
    "This is the edit before it happens, here and as a diff in the editor. Press “{allow}” here, or the check mark " +
    "above the diff.",
  lesson_again: "The file is changed, and a checkpoint keeps the old text. Press “{allow}” to run the tests once more.",
  lesson_log: "The tests pass, and “{undo}” would still take the edit back. Next, a command prints far too much.",
  lesson_printing: "The command prints 3,000 lines, more than fits into the window. Press “{allow}”.",
  lesson_spill:
    "The whole output stays on disk: the model got a preview, then read three parts of it. The inspector shows what " +
    "fills the context window now, part by part.",
  lesson_compress:
    "The bar above shows how full the window is; the inspector lists what is in it. At the small mark on the bar, " +
    "Hermes compresses by itself: a summary takes the place of older messages. Press the button to see it now.",
  lesson_verify:
    "The bar is shorter. Hermes has checked the summary against what happened: the badge counts the facts that " +
    "it keeps. “{diff}” shows what changed. Now take the compression back.",
  lesson_undone: "Every message is back, word for word. That is the idea: see the context, check it, undo it.",
  lessonBusy_tests: "Hermes looks for the failing test and its cause. There is nothing to do until it asks you.",
  lesson_done:
    "That was the lesson. Go on asking about this project, or open a folder of your own. The rehearsal model follows " +
    "simple rules; “{key}” connects a real one.",
  lessonBusy_cause: "One test fails. Hermes reads the code to find out why; reading needs no approval.",
  lessonBusy_edit: "The edit is being made.",
  lessonBusy_again: "The tests run again. This takes a few seconds.",
  lessonBusy_printing: "The command runs, and Hermes reads parts of its output. This takes a few seconds.",
  lessonNext_log: "Print the log",
  lessonNext_spill: "Open the inspector",
  lessonNext_compress: "Compress now",
  lessonNext_verify: "Undo compression",
  lessonNext_undone: "Finish",
  lessonNext_done: "Close",
} as const satisfies Readonly<Record<string, Wording>>;
