import type { lessonWords as english } from "../english/lesson";
import type { Wording } from "../wording";

export const lessonWords: Readonly<Record<keyof typeof english, Wording>> = {
  lessonOffer:
    "這是範例專案。兩分鐘內，您會看到一個失敗的測試獲得修正、一份大型輸出儲存到磁碟，以及一次由您復原的壓縮。",
  lessonStart: "開始課程",
  lessonLabel: "課程",
  lessonCount: "課程，第 {step} 步，共 {steps} 步",
  lessonOver: "課程已完成",
  lessonLeave: "離開課程",
  lesson_tests: "Hermes 想先執行測試。未經您允許，什麼都不會執行：請檢視上方的命令，然後按「{allow}」。",
  lesson_cause: "Hermes 再次詢問。請檢視它想做什麼，然後按「{allow}」。",
  lesson_edit: "這是編輯生效前的樣子，此處可見，編輯器中也有差異檢視。請在此處按「{allow}」，或按差異檢視上方的勾號。",
  lesson_again: "檔案已變更，檢查點保留了舊文字。請按「{allow}」再次執行測試。",
  lesson_log: "測試通過了，「{undo}」仍可復原這次編輯。接下來是一個輸出過多的命令。",
  lesson_printing: "此命令會列印 3,000 行，視窗容納不下。請按「{allow}」。",
  lesson_spill:
    "完整輸出保存在磁碟上：模型先取得預覽，然後讀取了其中三部分。檢查器會逐項顯示目前佔用上下文視窗的內容。",
  lesson_compress:
    "上方的進度列顯示視窗的佔用情況，檢查器列出其中的內容。到達進度列上的小刻度時，Hermes 會自動壓縮：" +
    "以一份摘要取代較早的訊息。按下按鈕即可立即查看。",
  lesson_verify:
    "進度列變短了。Hermes 已將摘要與實際發生的事情核對：徽章顯示保留了多少事實。「{diff}」會顯示變更。現在請復原這次壓縮。",
  lesson_undone: "每則訊息都逐字還原了。這就是它的理念：看得見上下文，核對它，復原它。",
  lessonBusy_tests: "Hermes 正在尋找失敗的測試及其原因。在它詢問之前，您不需要做任何事。",
  lesson_done:
    "課程到此結束。您可以繼續詢問此專案，或開啟自己的資料夾。排練模型只遵循簡單規則；「{key}」可連接真實模型。",
  lessonBusy_cause: "一個測試失敗了。Hermes 正在閱讀程式碼以找出原因；讀取不需要核准。",
  lessonBusy_edit: "正在進行編輯。",
  lessonBusy_again: "正在再次執行測試，需要幾秒鐘。",
  lessonBusy_printing: "命令正在執行，隨後 Hermes 會讀取部分輸出，需要幾秒鐘。",
  lessonNext_log: "列印記錄",
  lessonNext_spill: "開啟檢查器",
  lessonNext_compress: "立即壓縮",
  lessonNext_verify: "復原壓縮",
  lessonNext_undone: "完成",
  lessonNext_done: "關閉",
};
