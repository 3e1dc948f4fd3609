import { translationTable } from "@toolwright/core/internal";

/** Questions that are left for later. */
export const approvals = translationTable({
  // Flags and commands
  "leave questions in this folder, to be answered later: toolwright approve":
    "把问题留在此文件夹中，稍后答复：toolwright approve",
  "with --approvals: how long a call waits for its answer: 30s, 10m (default: not)":
    "与 --approvals 一起使用：调用等待答复的时间：30s、10m（默认：不等待）",
  "a question of this call that was answered; used once": "此调用的一个已答复的问题；只能使用一次",
  "With --approvals, a call that needs approval is refused and its question left; the agent goes on without it. Answered calls are made with {command}":
    "使用 --approvals 时，需要批准的调用会被拒绝并留下问题；智能体会先做别的。已答复的调用这样执行：{command}",
  "answer a question that a call has left for later": "答复某次调用留待稍后处理的问题",
  "allow the call once": "允许此调用一次",
  "allow it, and all that its rule covers until the session ends":
    "允许此调用，以及在会话结束前其规则涵盖的一切",
  "with --session: which of the rules shown (default: 1, the narrowest)":
    "与 --session 一起使用：选择所显示规则中的哪一条（默认：1，即最窄的）",
  "deny the call; the model is told why": "拒绝此调用；模型会得知原因",
  "The whole question is shown first. Without a flag, you are asked at the terminal. The answer is signed and written into the question's file.":
    "会先显示完整的问题。没有标志时，会在终端上询问您。答复经过签名并写入问题的文件。",
  "Answers count if this machine asked, or if the machine that asked names this one's key in its user's settings (approvals.trustedKeys).":
    "如果是本机提出的问题，或者提问的机器在其用户设置中列出了本机的密钥（approvals.trustedKeys），答复才有效。",
  "Exit status: 0 answered, 1 the question can't be answered (changed, expired, used), 2 usage, 3 left without an answer.":
    "退出状态：0 已答复，1 无法答复该问题（已更改、已过期、已使用），2 用法错误，3 未作答复。",
  "list the questions of this folder that wait for an answer": "列出此文件夹中等待答复的问题",
  "print the public key with which this machine signs answers": "打印本机用于签署答复的公钥",
  "Another machine accepts answers of this one if its user's settings name the key: {setting}":
    "如果另一台机器的用户设置列出了此密钥，它就会接受本机的答复：{setting}",

  // Usage
  "{flag} needs {other}.": "{flag} 需要 {other}。",
  "Give either {flag} or {other}: both say who answers.":
    "{flag} 与 {other} 只能给出一个：两者都指定由谁答复。",
  "Give only one of {flags}.": "只能给出其中一个：{flags}。",
  "Name one question: {usage}. To list them: {list}": "请指定一个问题：{usage}。列出问题：{list}",
  "There is no terminal to prompt on. Give {flags}.": "没有可供询问的终端。请给出 {flags}。",
  "There is no question '{name}'. To list those of this folder: {list}":
    "没有问题“{name}”。列出此文件夹的问题：{list}",

  // Questions and answers
  "To answer: {command}": "答复：{command}",
  "rule {number}: {label}": "规则 {number}：{label}",
  "It covers what was allowed before: {summary}": "它也包括先前允许过的：{summary}",
  "{id}, asked at {time} in {folder} (mode {mode}), until {end}":
    "{id}，{time} 在 {folder} 中提出（模式 {mode}），有效期至 {end}",
  "Another machine asks: {key}": "提问的是另一台机器：{key}",
  "Your answer counts there if its settings name your key: {key}":
    "如果它的设置列出了您的密钥，您的答复在那里才有效：{key}",
  "Type y, n with a reason, s, or nothing to leave it.":
    "请输入 y、n 加原因、s，或直接回车暂不答复。",
  "Left without an answer.": "未作答复。",
  "Allowed {id} once.": "已允许 {id} 一次。",
  "Allowed {id} for the session.": "已在会话中允许 {id}。",
  "Denied {id}.": "已拒绝 {id}。",
  "If nothing waits for it: {command}": "如果没有程序在等待它：{command}",
  "Now bring {file} back to the machine that asked.": "现在请把 {file} 带回提问的机器。",
  "No question of this folder waits.": "此文件夹没有等待答复的问题。",
  "kept by a program": "由某个程序保存",
  "can't be read; until {time}": "无法读取；有效期至 {time}",
  "waits for {age}, until {time}": "已等待 {age}，有效期至 {time}",
  "answered by {who}, not used yet; until {time}": "已由 {who} 答复，尚未使用；有效期至 {time}",
});
