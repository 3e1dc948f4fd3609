import { translationTable } from "@toolwright/core/internal";

/** The texts of this package in Chinese; core's table has the glossary. */
export const chinese = translationTable({
  "{first} and {last}": "{first}和{last}",

  // delete_path
  "Delete {path}": "删除 {path}",
  "Delete {path}: {contents}": "删除 {path}：{contents}",
  "more than {count} entries": "超过 {count} 项",
  "{count} files": "{count} 个文件",
  "{count} directories": "{count} 个目录",
  "{count} links or special files": "{count} 个链接或特殊文件",

  // web_fetch
  "Fetch {url}": "获取 {url}",
  "Fetch {count} pages": "获取 {count} 个网页",
  "Follow a redirect from {from} to {to}": "跟随从 {from} 到 {to} 的重定向",
  "Fetched {url}: {type}, {size}": "已获取 {url}：{type}，{size}",
  "{url} was not fetched: {reason}": "未获取 {url}：{reason}",

  // Changes of files
  "Create {path}: {count} lines": "新建 {path}：{count} 行",
  "Overwrite {path}": "覆盖 {path}",
  "Overwrite {path}: +{added} -{removed} lines": "覆盖 {path}：+{added} -{removed} 行",
  "Overwrites {path} with:": "用以下内容覆盖 {path}：",
  "Edit {path}: {count} edits, +{added} -{removed} lines":
    "编辑 {path}：{count} 处，+{added} -{removed} 行",
  "Apply a patch: {changes}": "应用补丁：{changes}",
  "Move {from} to {to}": "将 {from} 移动到 {to}",
  "Move {from} to {to} with {count} entries in it": "将 {from} 移动到 {to}，包含 {count} 项",
  "{change} in {path}: +{added} -{removed} lines": "{path}：{change}，+{added} -{removed} 行",
  "Replace {symbol}": "替换 {symbol}",
  "Delete {symbol}": "删除 {symbol}",
  "Insert before {symbol}": "在 {symbol} 之前插入",
  "Insert after {symbol}": "在 {symbol} 之后插入",

  // Commands
  "Run {command}": "运行 {command}",
  "in {folder}": "（在 {folder} 中）",
  "in a terminal": "（在终端中）",
  "in the background": "（在后台）",
  "Standard input:": "标准输入：",
  "Send {id} {text}": "向 {id} 发送 {text}",
  "Send {id} the end of its input": "结束 {id} 的输入",
  "Send {id} {text} and the end of its input": "向 {id} 发送 {text} 并结束输入",
  "The command changed protected paths: {paths}. The changes were undone. Restore them?":
    "命令更改了受保护的路径：{paths}。这些更改已被撤销。要恢复它们吗？",
  "The sandbox refused to let the command {what}. Allow it and run it again?":
    "沙箱拒绝了命令的以下操作：{what}。要允许并重新运行吗？",
  "allowed: running the command again": "已允许：正在重新运行命令",
  "git would show {contents}. Allow it?": "git 会显示{contents}。允许吗？",
  "contents of unknown files": "不明文件的内容",
  "earlier contents of {named}": "{named} 以前的内容",
  "earlier contents of {named} and {count} more": "{named} 及另外 {count} 个文件以前的内容",

  // make_directory
  "Leave {path} as it is": "{path} 保持不变",
  "Make directory {path}": "新建目录 {path}",

  // Reads, listings and searches
  "Read {found}": "已读取 {found}",
  "Read {found} of {total}": "已读取 {found}，共 {total}",
  "Read {found}; {count} left out": "已读取 {found}，略过 {count} 个",
  "Read around {count} places": "已读取 {count} 处附近的内容",
  "Unchanged since it was last read": "自上次读取后未更改",
  "Listed {found}": "已列出 {found}",
  "Listed {found}; not all": "已列出 {found}，不是全部",
  "Found {found}": "找到 {found}",
  "Found {found}; {shown} shown": "找到 {found}，显示 {shown}",
  "Found at least {found}": "至少找到 {found}",
  "{found} in {files}": "{files}中的 {found}",
  "{count} lines": "{count} 行",
  "Run a program of {count} line": "运行 {count} 行的程序",
  "Run a program of {count} lines": "运行 {count} 行的程序",
  "{count} pages": "{count} 页",
  "{count} cells": "{count} 个单元格",
  "{count} entries": "{count} 项",
  "{count} matching lines": "{count} 个匹配行",
  "{count} files with a match": "{count} 个有匹配的文件",

  // diagnostics, symbols and rename_symbol
  "Found {errors} and {warnings}": "找到 {errors}和 {warnings}",
  "{count} errors": "{count} 个错误",
  "{count} warnings": "{count} 个警告",
  "{count} places": "{count} 处",
  "Rename {symbol} to {name}: {found}": "将 {symbol} 重命名为 {name}：{found}",

  // write_todos
  "Clear the todos": "清空待办事项",
  "Todos: {count} of {total} completed": "待办事项：已完成 {count}/{total}",

  // ask_user
  "Ask: {question}": "询问：{question}",
  "Ask {count} questions": "询问 {count} 个问题",
  "Something else, in your own words": "其他，用自己的话回答",
  "Your answer": "您的回答",
  "Question {number}": "问题 {number}",
  "the model": "模型",

  // web_search
  "Search the web for {query}": "在网上搜索 {query}",
  // Agents
  "Delegate to {agent}: {task}": "委派给 {agent}：{task}",
  "Fork for {count} tasks": "为 {count} 个任务创建副本",
  "Finish the task": "完成任务",
  "List the models": "列出模型",

  "{count} results from {service}.": "来自 {service} 的 {count} 个结果。",

  // load_skill
  "Load the skill {name}": "加载技能 {name}",
  "List the skills": "列出技能",

  // save_memory
  "Already remembered": "已经记住",
  'Remember "{fact}" in {memory}': "在{memory}中记住“{fact}”",
  'Forget "{fact}" in {memory}': "从{memory}中忘记“{fact}”",
  'Replace "{old}" by "{fact}" in {memory}': "在{memory}中把“{old}”改为“{fact}”",
  "the user's memory": "用户的记忆",
  "this project's memory": "本项目的记忆",
});

/** Titles of tools, and other English that outcomes hold as data. */
export const recordedChinese = translationTable({
  Delete: "删除",
  "Apply patch": "应用补丁",
  "Delegate task": "委派任务",
  "Finish task": "完成任务",
  Fork: "并行子任务",
  "List models": "列出模型",
  "Call tool": "调用工具",
  "Command input": "命令输入",
  "Command output": "命令输出",
  "Edit file": "编辑文件",
  "Edit symbol": "编辑符号",
  "File info": "文件信息",
  "Find files": "查找文件",
  "Get environment": "读取环境变量",
  Git: "Git",
  "List directory": "列出目录",
  Move: "移动",
  Outline: "大纲",
  "Read file": "读取文件",
  "Read many files": "读取多个文件",
  "Run command": "运行命令",
  "Run program": "运行程序",
  "Search text": "搜索文本",
  "Search tools": "搜索工具",
  "Stop command": "停止命令",
  "System info": "系统信息",
  "Write file": "写入文件",
  "Fetch web page": "获取网页",
  "Make directory": "新建目录",
  Diagnostics: "诊断",
  Symbols: "符号",
  "Rename symbol": "重命名符号",
  "Save memory": "保存记忆",
  "Search the web": "网络搜索",
  Recall: "回忆",
  "Write todos": "写待办事项",
  "Ask the person": "询问",
  "Load skill": "加载技能",
});
