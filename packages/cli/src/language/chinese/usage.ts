import { translationTable } from "@toolwright/core/internal";

/** Mistakes in how a command is called. */
export const usage = translationTable({
  "The current folder can't be found ({code}): it was removed or moved. Change to a folder that exists.":
    "找不到当前文件夹（{code}）：它已被删除或移动。请切换到存在的文件夹。",
  "interactive mode needs a terminal. Name a command, or see {help}":
    "交互模式需要终端。请指定一个命令，或查看 {help}",
  "Unknown command '{command}'.{guess} Commands: {known}. More: {help}":
    "未知的命令“{command}”。{guess}可用的命令：{known}。更多信息：{help}",
  "'{command}' needs a subcommand. Known: {known}. More: {help}":
    "“{command}”需要子命令。可用的子命令：{known}。更多信息：{help}",
  "'{command}' has no subcommand '{name}'.{guess} Known: {known}. More: {help}":
    "“{command}”没有子命令“{name}”。{guess}可用的子命令：{known}。更多信息：{help}",
  " (unexpected; {variable} shows where)": "（意外错误；设置 {variable} 可查看出错位置）",
  "{flag} takes no value, but got '{value}'.": "{flag} 不接受值，却收到了“{value}”。",
  "{flag} needs a value: {flag} {value}": "{flag} 需要一个值：{flag} {value}",
  "Unknown {flag} '{value}'.{guess} Known: {known}.":
    "{flag} 的值“{value}”无效。{guess}可用的值：{known}。",
  "Unknown flag '{flag}'.{guess} All flags: {command} --help":
    "未知的选项“{flag}”。{guess}所有选项：{command} --help",

  // run
  "Say what to do: {usage}. The task may also come through a pipe.":
    "请说明要做什么：{usage}。任务也可以通过管道输入。",
  "{files} not read: this folder isn't trusted. To trust it: {command}":
    "未读取 {files}：此文件夹不受信任。信任它的方法：{command}",
  "{name}: about {tokens} tokens": "{name}：约 {tokens} 个 token",
  "The settings turn the agent off: agent.enabled is false.":
    "设置关闭了智能体：agent.enabled 为 false。",
  "No model: give {flag}, or set {key} in the settings.":
    "没有模型：请使用 {flag}，或在设置中设定 {key}。",
  "The model failed, trying again in {seconds} s: {reason}":
    "模型出错，{seconds} 秒后重试：{reason}",
  "Budget {budget}: {used} of {limit} are used.": "预算 {budget}：已用 {used}，上限 {limit}。",
});
