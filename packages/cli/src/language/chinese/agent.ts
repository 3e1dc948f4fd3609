import { translationTable } from "@toolwright/core/internal";

/** The agent in interactive mode. */
export const agent = translationTable({
  "Thought for {duration}. Ctrl-O opens it.": "思考了 {duration}。Ctrl-O 打开。",
  "{count} calls": "{count} 次调用",
  "{count} files changed": "更改了 {count} 个文件",
  "/rewind goes back": "/rewind 可返回",
  "{status}: {reason}": "{status}：{reason}",
  "Stopped by a refusal": "因拒绝而停止",
  Interrupted: "已中断",
  Failed: "失败",
  "Esc interrupts": "Esc 中断",
  "Trying again in {seconds} s": "{seconds} 秒后重试",
  "Writing a call of {tool}, {size}": "正在写对 {tool} 的调用，{size}",
  Answering: "正在回答",
  "Waiting for the model": "等待模型",
  "{used} context": "上下文 {used}",
  "{used} of {size} context": "上下文 {used} / {size}",
  "{sum} tokens": "{sum} 个 token",
  "Ctrl-C interrupts": "Ctrl-C 中断",
  "Shift-Tab changes the mode": "Shift-Tab 切换模式",
  queued: "排队中",
  "Interrupted. Press Ctrl-C again to quit": "已中断。再按一次 Ctrl-C 退出",
  "The tools of a coding agent, in your hands: each call shows what it would do, asks where it must, and can be undone.":
    "编程智能体的工具，由你亲手使用：每次调用都显示它会做什么，必要时询问，并且可以撤销。",
  "With a model this screen is an agent: ": "有了模型，这个界面就是智能体：",
  "To see one work without a key: ": "无需密钥即可看它工作：",
  "Say what to do. @ names a file, ! runs a command of your own.":
    "说出要做的事。@ 指明文件，! 运行你自己的命令。",
  "A tool can be called by hand with a slash: ": "用斜杠可以手动调用工具：",
  "interactive mode as an agent, as with anthropic/ID": "以智能体运行交互模式，例如 anthropic/ID",
  Thinking: "正在思考",
  "/show prints all": "/show 显示全部",
  "Ctrl-O opens it": "Ctrl-O 打开",
  "{rest} ({hint})": "{rest}（{hint}）",
});
