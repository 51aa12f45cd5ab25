import type { lessonWords as english } from "../english/lesson";
import type { Wording } from "../wording";

export const lessonWords: Readonly<Record<keyof typeof english, Wording>> = {
  lessonOffer: "这是示例项目。两分钟内，您会看到一个失败的测试被修复、一份大型输出保存到磁盘，以及一次由您撤销的压缩。",
  lessonStart: "开始课程",
  lessonLabel: "课程",
  lessonCount: "课程，第 {step} 步，共 {steps} 步",
  lessonOver: "课程已完成",
  lessonLeave: "退出课程",
  lesson_tests: "Hermes 想先运行测试。未经您允许，什么都不会运行：请查看上面的命令，然后点击“{allow}”。",
  lesson_cause: "Hermes 再次询问。请查看它想做什么，然后点击“{allow}”。",
  lesson_edit:
    "这是编辑生效前的样子，此处可见，编辑器中也有差异视图。请在此处点击“{allow}”，或点击差异视图上方的对勾。",
  lesson_again: "文件已更改，检查点保留了旧文本。请点击“{allow}”再次运行测试。",
  lesson_log: "测试通过了，“{undo}”仍可撤销这次编辑。接下来是一条输出过多的命令。",
  lesson_printing: "此命令会打印 3,000 行，窗口容纳不下。请点击“{allow}”。",
  lesson_spill:
    "完整输出保存在磁盘上：模型先得到预览，然后读取了其中三部分。检查器会逐项显示现在占用上下文窗口的内容。",
  lesson_compress:
    "上方的进度条显示窗口的占用情况，检查器列出其中的内容。到达进度条上的小刻度时，Hermes 会自动压缩：" +
    "用一份摘要代替较早的消息。点击按钮即可立即查看。",
  lesson_verify:
    "进度条变短了。Hermes 已将摘要与实际发生的事情核对：徽标显示保留了多少事实。“{diff}”会显示变化。现在请撤销这次压缩。",
  lesson_undone: "每条消息都逐字恢复了。这就是它的理念：看得见上下文，核对它，撤销它。",
  lessonBusy_tests: "Hermes 正在查找失败的测试及其原因。在它询问之前，您无需做任何事。",
  lesson_done:
    "课程到此结束。您可以继续询问此项目，或打开自己的文件夹。排练模型只遵循简单规则；“{key}”可连接真实模型。",
  lessonBusy_cause: "一个测试失败了。Hermes 正在阅读代码以找出原因；读取无需批准。",
  lessonBusy_edit: "正在进行编辑。",
  lessonBusy_again: "正在再次运行测试，需要几秒钟。",
  lessonBusy_printing: "命令正在运行，随后 Hermes 会读取部分输出，需要几秒钟。",
  lessonNext_log: "打印日志",
  lessonNext_spill: "打开检查器",
  lessonNext_compress: "立即压缩",
  lessonNext_verify: "撤销压缩",
  lessonNext_undone: "完成",
  lessonNext_done: "关闭",
};
