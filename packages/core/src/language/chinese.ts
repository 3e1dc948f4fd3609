import { translationTable } from "./translation-table.ts";

// The words of all tables; a term is the same everywhere.
//   agent 智能体             allow 允许         approve 批准             built-in 内置
//   checkpoint 检查点        command 命令       deny, refuse, reject 拒绝 effect 影响
//   folder 文件夹            grant 授权         journal 日志             mode 模式
//   model 模型               policy 策略        project 项目             prompt (question) 询问
//   protected 受保护         redo 重做          restore 恢复             rule 规则
//   sandbox 沙箱             secret 机密        server 服务器            session 会话
//   settings 设置            tool call 工具调用  trust 信任               undo 撤销
//   workspace 工作区

/** The texts of this package in Chinese. */
export const chinese = translationTable({
  // Between the items of a list, and of one whose items contain commas
  ", ": "、",
  "; ": "；",

  // Effects
  "{effect} ({notes})": "{effect}（{notes}）",
  "read {path}": "读取 {path}",
  "reads of {path}": "读取 {path}",
  "reads below {path}": "读取 {path} 中的所有内容",
  "write {path}": "写入 {path}",
  "edits of {path}": "修改 {path}",
  "edits below {path}": "修改 {path} 中的所有内容",
  "edits in the whole workspace": "修改整个工作区",
  "delete {path}": "删除 {path}",
  "deletions of {path}": "删除 {path}",
  "deletions below {path}": "删除 {path} 中的所有内容",
  "run {command}": "运行 {command}",
  "network {host}": "访问网络 {host}",
  "environment {variable}": "环境变量 {variable}",
  "agent {name}": "智能体 {name}",
  "external {tool}": "外部工具 {tool}",
  "unknown: {reason}": "未知：{reason}",
  "an effect of another version of Toolwright": "其他版本的 Toolwright 记录的影响",
  create: "新建",
  modify: "修改",
  "has other names": "有其他名称",
  "and everything below": "及其中的所有内容",
  "and everything below that may be read": "及其中所有允许读取的内容",
  "and everything below that isn't hidden": "及其中所有非隐藏的内容",
  "which is {path}": "实际是 {path}",
  "outside the workspace": "在工作区之外",
  "its value": "变量的值",
  "its definition has changed": "定义已更改",

  // Questions
  "just: {command}": "仅限：{command}",
  "any: {command} …": "任意：{command} …",
  "every call of {tool}": "每次调用 {tool}",
  "and {count} more": "以及另外 {count} 项",
  "{title}: {effects}": "{title}：{effects}",

  // Refusals
  "'{tool}' was not run: the policy denies it (mode '{mode}').":
    "“{tool}”未运行：策略拒绝了它（模式：{mode}）。",
  "'{tool}' was not run: it needs a person's approval, and {reason}.":
    "“{tool}”未运行：它需要批准，但{reason}。",
  "'{tool}' was not run: it waits for a person's approval ({id}).":
    "“{tool}”未运行：它在等待批准（{id}）。",
  "Continue with what does not depend on it. Don't try it in another way, and don't make this call again until you are told that it was answered.":
    "请继续做不依赖它的工作。不要换别的方式尝试；在得知已有答复之前，也不要再次发起此调用。",
  "nobody gave it": "没有人批准",
  "- {effect}: {rule}. Nothing can allow this.": "- {effect}：{rule}。任何方式都无法允许。",
  "- {effect}: {rule}.": "- {effect}：{rule}。",
  "- {effect}: {rule}. {remedy}": "- {effect}：{rule}。{remedy}",
  "… and {count} more": "…… 以及另外 {count} 项",
  "Allowed without approval: {list}.": "无需批准即可：{list}。",
  "Continue without it, or tell the person what you need and why.": "也可以换一种不需要它的做法。",
  "'{tool}' was not run: the person rejected it and said: {words}":
    "“{tool}”未运行：你拒绝了它，并说明：{words}",
  "'{tool}' was not run: the person rejected it. Don't try it in another way; ask the person what to do instead.":
    "“{tool}”未运行：你拒绝了它。",
  "'{tool}' was not run: the hook '{hook}' denied it: {reason}":
    "“{tool}”未运行：钩子“{hook}”拒绝了它：{reason}",
  "'{tool}' was not run: the hook '{hook}' failed and may have denied it: {reason}":
    "“{tool}”未运行：钩子“{hook}”出错，视为拒绝：{reason}",
  "'{tool}' was not run: it is to run in a stage, and this session can't make one.":
    "“{tool}”未运行：它应在暂存区中运行，而此会话无法创建暂存区。",
  "'{tool}' was not run: a third-party tool works in the workspace itself, which a stage can't hold.":
    "“{tool}”未运行：第三方工具直接在工作区中操作，暂存区无法容纳。",
  "What '{tool}' did in its stage was dropped: a person has to commit it, and {reason}.":
    "“{tool}”在暂存区中的更改已丢弃：需要有人提交，但{reason}。",
  "Commit what it did: {summary}": "提交其更改：{summary}",
  "Tell the person what it would change.": "请说明它会更改什么。",
  "The person dropped what '{tool}' did in its stage. Ask the person what to do instead.":
    "你丢弃了“{tool}”在暂存区中的更改。",
  "The person dropped what '{tool}' did in its stage and said: {words}":
    "你丢弃了“{tool}”在暂存区中的更改，并说明：{words}",
  "What '{tool}' did in its stage can't be committed, so it was dropped: {path} {obstacle}.":
    "“{tool}”在暂存区中的更改无法提交，已丢弃：{path} {obstacle}。",
  "Run it without a stage, or let it leave that file alone.":
    "请不使用暂存区运行，或让它不要更改该文件。",
});

/** English that outcomes and the journal hold, by its template. */
export const recordedChinese = translationTable({
  // Rules
  "protected: a path that the workspace did not resolve": "受保护：工作区未能解析的路径",
  "protected: outside the workspace": "受保护：在工作区之外",
  "protected: files that hold secrets": "受保护：含有机密的文件",
  "protected: configuration that runs automatically (editor, shell, agent, version control)":
    "受保护：会自动运行的配置（编辑器、shell、智能体、版本控制）",
  "protected: a folder that may contain secrets or configuration that runs automatically":
    "受保护：可能含有机密或会自动运行的配置的文件夹",
  "protected: a folder that may contain secrets": "受保护：可能含有机密的文件夹",
  "protected: a file with other names (hard links) that may be outside the workspace":
    "受保护：有其他名称（硬链接）的文件，那些名称可能在工作区之外",
  "protected: values of variables that hold secrets": "受保护：含有机密的环境变量的值",
  "protected: the value of a secret, inserted for its placeholder":
    "受保护：代替占位符填入的机密值",
  "protected: a tool whose definition has changed since it was accepted":
    "受保护：接受之后定义已更改的工具",
  "protected: a secret and untrusted text are both in the context ({sources})":
    "受保护：上下文中同时有机密和不可信的文本（{sources}）",
  "protected: {pattern}": "受保护：{pattern}",
  "built-in: a fork bomb": "内置规则：fork 炸弹",
  "built-in: Toolwright's own settings and state": "内置规则：Toolwright 自己的设置和状态",
  "built-in: devices and kernel files": "内置规则：设备和内核文件",
  "built-in: system accounts and privileges": "内置规则：系统账户和权限",
  "built-in: removal of the workspace, the home directory, the system, or a folder that contains one of them":
    "内置规则：删除工作区、主目录、系统，或包含它们的文件夹",
  "built-in: privilege escalation": "内置规则：提升权限",
  "built-in: devices and file systems": "内置规则：设备和文件系统",
  "built-in: power-off": "内置规则：关机",
  "{mode} mode: {kind}": "{mode} 模式：{kind}",
  "{rule}; it runs in a stage: approved when its changes are committed":
    "{rule}；它在暂存区中运行：提交更改时才算批准",
  "{rule}; a stage doesn't hold what this tool's own code does":
    "{rule}；暂存区无法容纳此工具自身代码所做的事",
  "a stage holds no changes outside the workspace": "暂存区不容纳工作区之外的更改",
  "write inside the workspace": "在工作区内写入",
  "delete inside the workspace": "在工作区内删除",
  "writing inside the workspace": "在工作区内写入",
  "deleting inside the workspace": "在工作区内删除",
  "reading inside the workspace": "在工作区内读取",
  "command decided by its other effects": "命令，由其他影响决定",
  "run a program whose effects are not fully known": "运行影响不完全清楚的程序",
  "external tool with unknown effects": "影响未知的外部工具",
  "unknown effect": "未知的影响",
  read: "读取",
  network: "访问网络",
  environment: "环境变量",
  agent: "智能体",

  // Reasons why effects are unknown
  "it is unknown what {program} does with these arguments": "不清楚 {program} 会如何处理这些参数",

  "{subject}: {rest}": "{subject}: {rest}",

  // What would change a decision
  "another mode, such as --mode default": "换一种模式，例如 --mode default",
  'remove the rule "{rule}" from {source}': "从 {source} 中删除规则“{rule}”",
  '--yes (each time, because the rule says "always"), or {removal}':
    "--yes（每次都要，因为规则写明了 always），或{removal}",
  'an "ask" or "deny" rule, or --mode plan': "ask 或 deny 规则，或 --mode plan",
  'an "ask" or "deny" rule': "ask 或 deny 规则",
  "a rule {rule} in the user's settings": "用户设置中的规则 {rule}",
  "a rule {rule}": "规则 {rule}",
  "--yes, {second}, or {third}": "--yes、{second}，或{third}",
  "--yes, or {second}": "--yes，或{second}",
  "--yes or {second}": "--yes 或 {second}",
  "--mode auto in a sandbox": "带沙箱的 --mode auto",
  "a working sandbox": "可用的沙箱",
  "nobody can answer (no terminal or other approver is attached to the session)":
    "没有人能回答（会话没有连接终端或其他审批者）",
});
