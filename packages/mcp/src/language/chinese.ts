import { translationTable } from "@toolwright/core/internal";

/** The texts of this package in Chinese; core's table has the glossary. */
export const chinese = translationTable({
  // The question in a host's form
  "Allow it?": "允许吗？",
  "Yes, this once": "是，仅此一次",
  "Try it in a stage, then commit or drop": "先在暂存区运行，再提交或丢弃",
  "Commit its changes": "提交更改",
  "Drop them": "丢弃更改",
  "In its stage, apart from the workspace, it did (what it hadn't declared comes first):":
    "它在与工作区分开的暂存区中做了（未声明的在前）：",
  "Yes, while this server runs: {rule}": "是，在此服务器运行期间：{rule}",
  "Yes, always in this folder: {rule}": "是，在此文件夹中始终允许：{rule}",
  No: "否",
  "If no: why, or what to do instead": "如果选否：理由，或应该怎么做",
  "Passed on to the model.": "将转告模型。",
  "{summary} ({tool})": "{summary}（{tool}）",
  "{tool}, for the agent {agent}": "{tool}，用于智能体 {agent}",
  "To prepare the call, it first has to:": "为了准备此调用，首先需要：",
  "It would:": "它将会：",
  "This cannot be undone. {reasons}": "无法撤销。{reasons}",
  "- {effect}": "- {effect}",
  "- {effect} — needs approval by: {rule}": "- {effect} — 需要批准，原因：{rule}",
  "{rule}, {source}": "{rule}，{source}",
  "- and {count} more": "- 以及另外 {count} 项",
  "[The preview is cut: {shown} of {total} lines. For all of it, use --approve console.]":
    "[预览已截短：显示 {shown} 行，共 {total} 行。要查看全部，请使用 --approve console。]",

  // Tools of servers
  "{title}: the server has changed it since it was accepted": "{title}：服务器在你接受之后更改了它",
  "Called with {input}": "调用输入：{input}",
});

/** English that outcomes and notices hold, by its template. */
export const recordedChinese = translationTable({
  "the MCP server '{name}'": "MCP 服务器“{name}”",
  "mcp: the host's root {uri} is not a folder of this machine":
    "mcp：宿主程序的根目录 {uri} 不是此计算机上的文件夹",
  "mcp: the host did not name its roots ({reason})": "mcp：宿主程序没有指明它的根目录（{reason}）",
  "your own settings have no MCP server '{name}'": "你自己的设置中没有 MCP 服务器“{name}”",
  "The accepted tool definitions of the MCP server '{name}' cannot be read ({file}). Each of its tools needs approval until you accept it again":
    "无法读取 MCP 服务器“{name}”已被接受的工具定义（{file}）。在你重新接受之前，它的每个工具都需要批准",
  "The accepted tool definitions of an MCP server cannot be saved ({file}): {reason}":
    "无法保存 MCP 服务器已被接受的工具定义（{file}）：{reason}",
  "Get prompt": "获取提示词",
  "List prompts": "列出提示词",
  "List resources": "列出资源",
  "Read resource": "读取资源",
});
