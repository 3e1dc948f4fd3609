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
  "Make directory": "新建目录",
  "Save memory": "保存记忆",
  Recall: "回忆",
});
