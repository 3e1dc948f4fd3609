import { translationTable } from "@toolwright/core/internal";

/** `journal export --tape` and `replay`. */
export const tapes = translationTable({
  "write a session (default: the latest) as a tape, for `replay`":
    "把一个会话（默认：最近的）写成磁带文件，供 `replay` 使用",
  "--tape needs a file, such as --tape session.jsonl":
    "--tape 需要一个文件，例如 --tape session.jsonl",
  "--format doesn't go with --tape: a tape has a format of its own.":
    "--format 不能与 --tape 一起使用：磁带有自己的格式。",
  "{file}: {calls}, {files}, {kilobytes} kB": "{file}：{calls}，{files}，{kilobytes} kB",
  "{count} files": "{count} 个文件",
  "{count} files are named without their content (protected, too large, or with a secret).":
    "有 {count} 个文件只记录了名称，没有内容（受保护、过大，或含有密钥）。",
  "Read it before you share it: only known secrets are hidden. To play it: {command}":
    "分享前请先阅读：只有已知的密钥被隐藏。重放：{command}",

  "play a tape again, and say what would be different now": "重放磁带，并说明现在会有哪些不同",
  "show the session: its calls, decisions and changes": "显示会话：调用、决定和更改",
  "decide each call again, with the recorded outcomes (default)":
    "用记录的结果重新决定每个调用（默认）",
  "run each call in a copy of the tape's files, in a sandbox":
    "在磁带文件的副本中、在沙箱里真正执行每个调用",
  "print differences only, for a test": "只输出差异，用于测试",
  "accept a tape that was edited after the export": "接受导出后被编辑过的磁带",
  "Nothing in your folder changes. The settings in force decide; try others with --settings FILE, another mode with --mode.":
    "你的文件夹不会有任何更改。由现行设置决定；用 --settings FILE 试用其他设置，用 --mode 试用其他模式。",
  "Exit status: 0 the same, 1 different, 2 the tape can't be read.":
    "退出状态：0 相同，1 不同，2 无法读取磁带。",
  "Name a tape: {usage}. To write one: {export}": "请指定磁带：{usage}。写磁带：{export}",
  "Choose one of {flags}.": "请在 {flags} 中选择一个。",
  "--assert needs a replay: --recorded (the default) or --real.":
    "--assert 需要重放：--recorded（默认）或 --real。",
  "--{flag} is for the journal: a tape is simulated as a whole.":
    "--{flag} 用于日志：磁带总是整体模拟。",
  "--model goes with --recorded only.": "--model 只能与 --recorded 一起使用。",
  "not played": "未重放",
  "--json shows all": "用 --json 显示全部",
  "{count} differences": "{count} 处不同",
  "{calls}: {differences}, {notPlayed} not played.":
    "{calls}：{differences}，{notPlayed} 个未重放。",
  "{calls}: the same, {notPlayed} not played.": "{calls}：相同，{notPlayed} 个未重放。",
  "mode '{mode}', profile '{profile}', toolwright {version}":
    "模式“{mode}”，方案“{profile}”，toolwright {version}",
});
