import { translationTable } from "@toolwright/core/internal";
import { agent } from "./chinese/agent.ts";
import { approvals } from "./chinese/approvals.ts";
import { editors } from "./chinese/editors.ts";
import { help } from "./chinese/help.ts";
import { programsAndFiles } from "./chinese/programs-and-files.ts";
import { prompts } from "./chinese/prompts.ts";
import { reports } from "./chinese/reports.ts";
import { tapes } from "./chinese/tapes.ts";
import { terminal } from "./chinese/terminal.ts";
import { usage } from "./chinese/usage.ts";

/** The texts of this package in Chinese; core's table has the glossary. Joining them would take longer than loading them. */
export const chinese = [
  agent,
  approvals,
  editors,
  help,
  programsAndFiles,
  prompts,
  reports,
  tapes,
  terminal,
  usage,
];
export type Chinese = typeof agent &
  typeof approvals &
  typeof editors &
  typeof help &
  typeof programsAndFiles &
  typeof prompts &
  typeof reports &
  typeof tapes &
  typeof terminal &
  typeof usage;

/** English that this package writes into outcomes and shows later, by its template. */
export const recordedChinese = translationTable({
  "To allow it: {change}": "如何允许：{change}",
  " Did you mean '{name}'?": "你是想输入“{name}”吗？",

  "Interrupted before the model was asked.": "在询问模型之前已中断。",
  "There is no conversation '{id}'.": "没有对话“{id}”。",

  // Sub-agents
  "Searches and reads to answer a question about the workspace; changes nothing.":
    "搜索和读取，以回答关于工作区的问题；不更改任何内容。",
  "Does a separate part of the work from beginning to end.": "从头到尾完成一项独立的工作。",
  "Reviews a change or a part of the code; changes nothing.":
    "审查一处更改或一部分代码；不更改任何内容。",

  // Why a stage is a copy
  "it needs Linux": "它需要 Linux",
  "unshare and nsenter (util-linux) are missing": "缺少 unshare 和 nsenter（util-linux）",
  "another file system is mounted at {path}": "在 {path} 挂载了另一个文件系统",
  "its helper didn't start in time": "它的辅助进程没有及时启动",
  "its helper ended": "它的辅助进程已结束",
  "the helper's files can't be reached": "无法访问辅助进程的文件",

  // Names and states in output for programs
  node: "Node",
  state: "状态目录",
  configuration: "配置目录",
  workspace: "工作区",
  sandbox: "沙箱",
  journal: "日志",
  memory: "记忆",
  skills: "技能",
  stages: "暂存区",
  programs: "程序",
  code: "代码",
  images: "图片",
  "web search": "网络搜索",
  trust: "信任",
  terminal: "终端",
  "user settings": "用户设置",
  "project settings": "项目设置",
  "administrator settings": "管理员设置",
  ok: "正常",
  warn: "警告",
  fail: "失败",
  error: "错误",
  refused: "已拒绝",
  cancelled: "已取消",
  done: "完成",
  interrupted: "已中断",
  running: "运行中",
  open: "进行中",
  file: "文件",
  directory: "目录",
  link: "链接",
  absent: "不存在",
  other: "其他",
  ready: "就绪",
  starting: "正在启动",
  failed: "失败",
  "the command line": "命令行",

  // Why a tool isn't shown
  "switched off by the settings (tools)": "已在设置中关闭（tools）",
  "its description isn't available": "没有它的说明",
  "for the main agent only": "仅用于主智能体",
  "for sub-agents only": "仅用于子智能体",
  "called by other tools only": "仅由其他工具调用",
  "deferred: the model finds it through a search": "延迟加载：模型通过搜索找到它",
  "not in mode '{mode}': its kind is {kind}": "不在 {mode} 模式中：它的类型是 {kind}",
  "not in this session": "不在此会话中",
});
