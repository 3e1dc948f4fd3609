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

  // make_directory
  "Leave {path} as it is": "{path} 保持不变",
  "Make directory {path}": "新建目录 {path}",
});

/** Titles of tools, and other English that outcomes hold as data. */
export const recordedChinese = translationTable({
  Delete: "删除",
  "Make directory": "新建目录",
});
