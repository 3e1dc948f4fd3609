import { translationTable } from "@toolwright/core/internal";

/** Programs with a terminal of their own, and files that a message names. */
export const programsAndFiles = translationTable({
  "a opens its terminal": "a 打开它的终端",
  "show where the model's text came from; /labels clear NAME (or all) says it no longer counts":
    "显示模型所读文本的来源；/labels clear NAME（或 all）表示不再计入",
  "The settings switch labels off: labels.enabled.": "设置已关闭标签：labels.enabled。",
  "Write /labels, or /labels clear NAME.": "请输入 /labels 或 /labels clear NAME。",
  "The model has read nothing yet.": "模型尚未读取任何内容。",
  "To clear one, if its text no longer counts: /labels clear NAME":
    "如果某来源的文本不再计入，请清除：/labels clear NAME",
  "call {id} ({tool})": "调用 {id}（{tool}）",
  "{call}: {effect}": "{call}：{effect}",
  "No text with the label {name} is there.": "没有带标签 {name} 的文本。",
  "There is no label {name}. To list them: /labels": "没有标签 {name}。列出：/labels",
  "Cleared: {list}": "已清除：{list}",
  "show a program that runs in a terminal of its own, and type in it: /attach ID":
    "显示在独立终端中运行的程序并在其中输入：/attach ID",
  "A terminal that can't move its cursor can't show a program.": "无法移动光标的终端不能显示程序。",
  "No program '{id}' runs in a terminal of its own. To list them: /attach":
    "没有在独立终端中运行的程序“{id}”。列出它们：/attach",
  "No program runs in a terminal of its own. To start one: {example}":
    "没有在独立终端中运行的程序。启动一个：{example}",
  "To open one: /attach ID. Ctrl-] leaves it.": "打开一个：/attach ID。Ctrl-] 离开。",
  "{job} has ended": "{job} 已结束",
  "Ctrl-] leaves {job}": "Ctrl-] 离开 {job}",
  "No tool of this session can show '{path}', so it isn't attached.":
    "此会话没有能显示“{path}”的工具，因此未附加。",
  "This model takes no images, so '{path}' isn't attached.":
    "此模型不接受图像，因此未附加“{path}”。",
  "A question waits. Press Enter to see it.": "有一个问题等待回答。按 Enter 查看。",
  "Queued. The model gets it before its next step.": "已排队。模型会在下一步之前收到。",
  "Not sent: {text}": "未发送：{text}",
  "A question waits": "有一个问题等待回答",
  "{job} goes on. To return to it: /attach {job}": "{job} 继续运行。返回它：/attach {job}",
  "This session has no tool that runs commands in a terminal of their own.":
    "此会话没有能在独立终端中运行命令的工具。",
  "the same in a terminal of its own, to type in; Ctrl-] leaves it":
    "同上，但在独立终端中运行，可在其中输入；Ctrl-] 离开",
});
