import { translationTable } from "@toolwright/core/internal";

/** Questions to the person and their answers. */
export const prompts = translationTable({
  first: "首先",
  would: "将会",
  did: "已做",
  beside: "额外",
  "not declared before it ran: {effect}": "运行前未声明：{effect}",
  commit: "提交",
  drop: "丢弃",
  "try in a stage": "在暂存区试运行",
  because: "原因",
  undo: "撤销",
  "It can't be undone.": "无法撤销。",
  administrator: "管理员",
  "your settings": "你的设置",
  "project settings": "项目设置",
  grant: "授权",
  "{tool}, for {agent}": "{tool}，用于 {agent}",
  "{rule} ({where})": "{rule}（{where}）",
  "{number} of {count}": "第 {number} 个，共 {count} 个",
  "{number} of {count}, {keys}": "第 {number} 个，共 {count} 个，{keys}",
  "the whole question is above": "完整的询问见上方",

  // Keys
  once: "允许一次",
  reject: "拒绝",
  session: "本次会话",
  always: "始终允许",
  edit: "编辑",
  cancel: "取消",
  "You can only allow this one call.": "只能允许这一次调用。",
  "s and a allow ": "s 和 a 允许 ",
  "Enter runs the call with this input; Ctrl-G opens your editor; Esc goes back":
    "Enter 用此输入执行调用；Ctrl-G 打开编辑器；Esc 返回",
  "Enter drops it, with or without a reason; Esc goes back": "Enter 丢弃，可附理由；Esc 返回",
  "Enter rejects, with or without a reason; Esc goes back": "Enter 拒绝，可以说明理由；Esc 返回",
  "why not": "理由",
  input: "输入",
  "Invalid JSON: {reason}": "JSON 无效：{reason}",
  "That question is no longer open.": "该询问已结束。",

  // On a plain terminal
  "Allow? ": "允许吗？",
  "Commit? ": "提交吗？",
  "commit it to the workspace": "提交到工作区",
  "drop it; the model gets any words after it: n use the other file":
    "丢弃；其后的文字会告诉模型：n 改用另一个文件",
  "cancel the call, which drops it as well": "取消调用，更改也会丢弃",
  "try it in a stage, then commit or drop": "先在暂存区运行，再提交或丢弃",
  "Type y to commit, n to drop (with a reason, if you like), or c.":
    "输入 y 提交，n 丢弃（可附原因），或 c。",
  "for this session: {label}": "在本次会话中：{label}",
  "always: {label}": "始终：{label}",
  "yes, this once": "是，仅此一次",
  "no; the model gets any words after it: n use the other file":
    "否；后面的话会转告模型：n 请用另一个文件",
  "edit the input first": "先编辑输入",
  "cancel the call": "取消调用",
  "Change the input and press Enter. An empty line goes back.":
    "修改输入后按 Enter。空行表示返回。",
  "You can only allow this call once: y, or n.": "此调用只能允许一次：y 或 n。",
  "Choose one of {count} rules: {first} to {last}.":
    "请从 {count} 条规则中选择：{first} 至 {last}。",
  "Type y, n (with a reason, if you like), s or a (for the session, always), e or c.":
    "请输入 y、n（可附理由）、s 或 a（本次会话、始终）、e 或 c。",
  "Type y, n (with a reason, if you like), e or c.": "请输入 y、n（可附理由）、e 或 c。",
  "{flag} needs a terminal, and this process has none ({device}: {code}). Start it in a terminal, or use --approve elicit or deny.":
    "{flag} 需要终端，而此进程没有终端（{device}：{code}）。请在终端中启动，或使用 --approve elicit 或 deny。",

  // Questions of servers and tools
  "{server}, called by {agent}": "{server}（由 {agent} 调用）",
  "{who} wants you to open a page:": "{who} 希望你打开一个网页：",
  "{who} asks:": "{who} 询问：",
  "Answer it? y, n or c (cancel): ": "要回答吗？y、n 或 c（取消）：",
  "Have you opened it? y, n or c (cancel): ": "你打开它了吗？y、n 或 c（取消）：",
  answer: "回答",
  "I opened it": "我已打开",
  decline: "不回答",
  "Enter confirms; Esc goes back": "Enter 确认；Esc 返回",
  "y or n": "y 或 n",
  "default: {value}": "默认：{value}",
  optional: "可选",
  "({facts})": "（{facts}）",
  "{field} is required.": "{field} 为必填项。",
  "It must be {limit}.": "必须{limit}。",
  "at least {count}": "不小于 {count}",
  "at most {count}": "不大于 {count}",
  "at least {count} of them": "至少选 {count} 个",
  "at most {count} of them": "最多选 {count} 个",
  "at least {count} characters": "至少 {count} 个字符",
  "at most {count} characters": "最多 {count} 个字符",
  "a {format}": "是 {format} 格式",
  "Answer y or n.": "请回答 y 或 n。",
  "Type it as JSON.": "请以 JSON 形式输入。",
  "Type a whole number.": "请输入整数。",
  "Type a number.": "请输入数字。",
  "Choose one by number, 1 to {count}.": "请按编号选择一个，1 至 {count}。",
  "Choose by numbers from 1 to {count}, separated by commas.":
    "请按 1 至 {count} 的编号选择，用逗号分隔。",
});
