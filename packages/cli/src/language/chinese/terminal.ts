import { translationTable } from "@toolwright/core/internal";

/** Interactive mode. */
export const terminal = translationTable({
  "interactive mode": "交互模式",
  "Type a tool and its arguments.": "请输入工具及其参数。",
  "Type a tool and its arguments: ": "请输入工具及其参数：",
  "Tab completes, /help shows more, /exit quits.": "Tab 补全，/help 显示更多，/exit 退出。",
  "{mode} mode": "{mode} 模式",
  "{count} tools": "{count} 个工具",
  "stop typing to answer": "停止输入后即可回答",
  "Ctrl-C cancels the call": "Ctrl-C 取消调用",
  "Ctrl-B for background": "Ctrl-B 转到后台",
  "Ctrl-C cancels": "Ctrl-C 取消",
  "Tab completes": "Tab 补全",
  "Press Ctrl-C again to quit": "再按一次 Ctrl-C 退出",
  "Cancelled. Press Ctrl-C again to quit": "已取消。再按一次 Ctrl-C 退出",
  "Cancelling. Press Ctrl-C again to quit": "正在取消。再按一次 Ctrl-C 退出",
  "A line has at most {count} characters, so the rest was cut.":
    "一行最多 {count} 个字符，其余部分已被截去。",
  "Your input history can't be saved: {reason}": "无法保存输入历史：{reason}",
  search: "搜索",
  "(required) {description}": "（必填）{description}",

  // Calls and results
  "waiting for your answer": "等待你的回答",
  "cancelled after {duration}": "在 {duration} 后取消",
  "{code}, {duration}": "{code}，{duration}",
  "allowed once": "已允许一次",
  "allowed until this session ends: {patterns} (to end it: /grants)":
    "本次会话结束前允许：{patterns}（结束授权：/grants）",
  "allowed in this folder: {patterns} (to end it: /grants)":
    "在此文件夹中允许：{patterns}（结束授权：/grants）",
  "input edited": "已编辑输入",
  "run in a stage": "在暂存区中运行",
  committed: "已提交",
  "an image": "图像",
  "a recording": "录音",
  "({what}, {type}, {bytes} bytes; a terminal can't show it)":
    "（{what}，{type}，{bytes} 字节；终端无法显示）",
  "(empty)": "（空）",
  "(an empty table)": "（空表）",
  "{count} more rows": "还有 {count} 行",
  "{count} programs run: {attach}": "{count} 个程序在运行：{attach}",
  "{count} earlier calls": "更早的 {count} 个调用",
  "{count} more lines": "还有 {count} 行",
  "{count} lines left out": "略去 {count} 行",
  "and {count} more lines": "以及另外 {count} 行",
  "{job} failed ({command})": "{job} 失败（{command}）",
  "{job} was stopped ({command})": "{job} 已停止（{command}）",
  "{job} was ended by {signal} ({command})": "{job} 被 {signal} 终止（{command}）",
  "{job} exited with status {status} ({command})": "{job} 已退出，状态 {status}（{command}）",

  // Help
  "Call a tool": "调用工具",
  Commands: "命令",
  Keys: "按键",
  Arguments: "参数",
  "{type}, required": "{type}，必填",
  "quotes as in a shell; repeat a key to fill a list":
    "引号用法同 shell；重复同一个 key 会填充列表",
  "a word without a key goes to the first required argument": "没有 key 的词赋给第一个必填参数",
  "any value as JSON": "以 JSON 给出任意值",
  "the whole input as JSON": "以 JSON 给出完整的输入",
  "your own shell command: the mode doesn't prompt, denials hold, /undo undoes it":
    "你自己的 shell 命令：不因模式而询问，拒绝规则仍然有效，/undo 可撤销",
  "completes or lists tools, arguments, values and paths": "补全或列出工具、参数、值和路径",
  "earlier input, on an empty line; Ctrl-R searches it": "在空行上：之前的输入；Ctrl-R 搜索",
  "starts a new line": "换行",
  "on an empty line: moves a running command to the background":
    "在空行上：将正在运行的命令转到后台",
  "cancels running calls, otherwise clears the line; twice quits":
    "取消正在运行的调用，否则清除本行；按两次退出",
  "quits on an empty line": "在空行上：退出",
  "There are no tools in this session.": "此会话中没有工具。",
  "reads only; everything else is denied": "只读；其他一律拒绝",
  "reads without approval; changes, commands and the network need approval":
    "读取无需批准；更改、命令和网络需要批准",
  "changes files without approval; deletions, commands and the network need approval":
    "更改文件无需批准；删除、命令和网络需要批准",
  "only unknown or risky effects need approval": "只有未知或有风险的影响需要批准",

  // Commands
  "show this help, or a tool's arguments: /help TOOL": "显示此帮助，或某个工具的参数：/help TOOL",
  "list the tools of this session; /tools refresh runs the discovery command again":
    "列出此会话的工具；/tools refresh 重新运行发现命令",
  "Type /tools, or /tools refresh to run the discovery command again.":
    "请输入 /tools，或用 /tools refresh 重新运行发现命令。",
  "The names of the tools are the same.": "工具的名称没有变化。",
  "show what a call would do and its decision, without running it":
    "显示一次调用会做什么及对它的决定，不执行",
  "show or change the mode: /mode NAME": "显示或更改模式：/mode NAME",
  "list the grants of this session; /grants end ID (or all) ends them":
    "列出此会话的授权；/grants end ID（或 all）结束授权",
  "show the last result at the length that the model gets": "按模型收到的长度显示上一个结果",
  "list what was done in this folder, with the ids for /undo: /journal [N]":
    "列出在此文件夹中做过的操作，及供 /undo 使用的 ID：/journal [N]",
  "undo the last change, or one entry of the journal: /undo ID [--force]":
    "撤销最后一次更改，或日志中的一个条目：/undo ID [--force]",
  "redo what the last undo changed, or undo entry ID: /redo ID [--force]":
    "重做最后一次撤销，或撤销条目 ID：/redo ID [--force]",
  "clear the screen": "清屏",
  quit: "退出",
  "{command} failed: {reason}": "{command} 失败：{reason}",
  "Name a call: /explain TOOL key=value …": "请指明一次调用：/explain TOOL key=value …",
  "There is no mode '{mode}'. Modes: {modes}.": "没有模式“{mode}”。可用的模式：{modes}。",
  "Type {command}, or {command} ID for one journal entry; --force can follow.":
    "请输入 {command}，或用 {command} ID 指定一个日志条目；后面可加 --force。",
  "There is no result yet: call a tool first.": "还没有结果：请先调用一个工具。",
  "This output was shortened. The whole is stored: use read_file or search_text with the path {path}":
    "此输出已缩短。完整内容已保存：请对路径 {path} 使用 read_file 或 search_text",
  "Type /journal, or /journal N for N entries.": "请输入 /journal，或用 /journal N 显示 N 个条目。",
  "The journal of this folder is empty.": "此文件夹的日志是空的。",
  "Type /grants, or /grants end ID, or /grants end all.":
    "请输入 /grants、/grants end ID 或 /grants end all。",
  "There are no grants.": "没有授权。",
  "There is no grant '{id}'.": "没有授权“{id}”。",
  "'{id}' matches several grants: {ids}.": "“{id}”与多项授权匹配：{ids}。",
  "Ended {grant}": "已结束 {grant}",
  "To end one: /grants end ID": "结束一项授权：/grants end ID",
  "There is no tool '{name}'. Did you mean {near}?": "没有工具“{name}”。你是想输入 {near} 吗？",
  "There is no tool '{name}'. To list them: /tools": "没有工具“{name}”。列出所有工具：/tools",
  "This session has no tool that runs commands.": "此会话没有运行命令的工具。",
  "There is no command or tool '/{name}'. Known commands: {known}.":
    "没有命令或工具“/{name}”。可用的命令：{known}。",
  "Type a shell command after the '!', as in !git status.":
    "请在“!”后面输入 shell 命令，例如 !git status。",
  "There is no tool '{name}'. To run it as a shell command: {command}":
    "没有工具“{name}”。作为 shell 命令运行：{command}",
  "There is no tool '{name}'. Did you mean {near}? To run it as a shell command: {command}":
    "没有工具“{name}”。你是想输入 {near} 吗？作为 shell 命令运行：{command}",
  "The quote {quote} in '{word}' isn't closed. Close it, or put a backslash before it.":
    "“{word}”中的引号 {quote} 没有闭合。请闭合它，或在它前面加反斜杠。",
  "The text after '{tool}' begins with a brace but is invalid JSON: {reason}.":
    "“{tool}”后面的文本以花括号开头，却不是有效的 JSON：{reason}。",
});
