import { translationTable } from "@toolwright/core/internal";

/** What editors show. */
export const editors = translationTable({
  "Yes, for this session: {rule}": "是，在本次会话中：{rule}",
  "Yes, always in this folder: {rule}": "是，在此文件夹中始终允许：{rule}",
  "Yes, this once": "是，仅此一次",
  "Try it in a stage, then commit or drop": "先在暂存区运行，再提交或丢弃",
  "Commit its changes": "提交更改",
  "Drop them": "丢弃更改",
  No: "否",
  "No, and say why": "否，并说明原因",
  "Why, or what to do instead": "原因，或改为做什么",
  "Passed on to the model.": "将转告模型。",
  Mode: "模式",
  Model: "模型",
  "What runs without approval": "哪些操作无需批准",
  "undo the last change, all of the last prompt, or one entry of the journal":
    "撤销最近一次更改、最近一次提示的全部更改，或日志中的一个条目",
  "[prompt | ID] [--force]": "[prompt | ID] [--force]",
  "[N]": "[N]",
  "[end ID | end all]": "[end ID | end all]",
  "[ID] [--force]": "[ID] [--force]",
  "[NAME]": "[名称]",
  "show or change the model: /model NAME": "显示或更改模型：/model 名称",
  "make the conversation shorter: /compact [what to keep]": "缩短对话：/compact [要保留的内容]",
  "[what to keep]": "[要保留的内容]",
  "The conversation is short enough already.": "对话已经足够短了。",
  "show how many tokens this session has used": "显示本次会话使用了多少 token",
  "The mode is {mode}.": "当前模式是 {mode}。",
  "The model is {model}.": "当前模型是 {model}。",
  "This session has used {input} input and {output} output tokens.":
    "本次会话使用了 {input} 个输入 token 和 {output} 个输出 token。",
  "This session has used {input} input and {output} output tokens: {cost} USD.":
    "本次会话使用了 {input} 个输入 token 和 {output} 个输出 token：{cost} 美元。",
  "serve this agent to an editor over ACP (Zed, JetBrains, Neovim)":
    "通过 ACP 将此智能体提供给编辑器（Zed、JetBrains、Neovim）",
  "Editors start it. It uses standard input and output, and ends with its editor.":
    "由编辑器启动。它使用标准输入和输出，并随编辑器结束。",
  "{flag} names a folder that an editor may open although it holds more than a project.":
    "{flag} 指定一个编辑器可以打开的文件夹，即使它不只包含一个项目。",
  "Choose a model": "选择模型",
  "Set {key} in {file}, or start {command}. Then set the variable of its key.":
    "在 {file} 中设置 {key}，或启动 {command}。然后设置其密钥的变量。",
});
