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
