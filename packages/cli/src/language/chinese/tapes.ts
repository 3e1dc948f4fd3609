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
});
