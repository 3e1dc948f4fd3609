import { translationTable } from "@toolwright/core/internal";

// English of packages that write data and errors, but address nobody: settings, undo, the journal, sandboxes, the
// analysis of commands.

/** Settings, notices and trust. */
const settings = translationTable({
  "invalid JSON: {reason}": "JSON 无效：{reason}",
  "{name} must be {wanted}": "{name} 必须是 {wanted}",
  "'{key}' is given twice in {name}": "“{key}”在 {name} 中给出了两次",
  "'{key}' isn't a valid tool name": "“{key}”不是有效的工具名称",
  "{name} has no key '{key}'.{guess} Known: {known}":
    "{name} 没有“{key}”这个键。{guess}可用的键：{known}",
  "{name} needs the key '{key}'": "{name} 需要“{key}”这个键",
  "{name} must have exactly one of {choices}": "{name} 必须恰好包含 {choices} 之一",
  "{name} is '{value}'.{guess} Known: {known}": "{name} 的值是“{value}”。{guess}可用的值：{known}",
  "{name} must not be empty": "{name} 不能为空",
  "{name} must match {pattern}, but is '{value}'": "{name} 必须匹配 {pattern}，而不是“{value}”",
  "{name} must be at least {limit}, but is {value}": "{name} 必须不小于 {limit}，而不是 {value}",
  "{name} must be at most {limit}, but is {value}": "{name} 必须不大于 {limit}，而不是 {value}",
  "{files} not read: this folder isn't trusted. To trust it: {command}":
    "未读取 {files}：此文件夹不受信任。信任它的方法：{command}",
  "{file}: this has no effect in an agent file: {what}": "{file}：以下内容在代理文件中无效：{what}",
  "{source}: the hook '{name}' failed: {reason}": "{source}：钩子“{name}”失败：{reason}",
  "{source}: the hook '{name}' tried to approve, which has no effect. Only you and your rules approve calls":
    "{source}：钩子“{name}”试图批准调用，这不起作用。只有您和您的规则能批准调用",
  "{file} is no agent: {reason}": "{file} 不是智能体：{reason}",
  "The settings turn the agent off: agent.enabled is false.":
    "设置关闭了智能体：agent.enabled 为 false。",
  'No model: give `model`, such as "anthropic/claude-sonnet-5", or set it in the settings.':
    '没有模型：请给出 `model`，例如 "anthropic/claude-sonnet-5"，或在设置中指定。',
  "There is no settings file '{path}'.": "没有设置文件“{path}”。",
  "it is a link to a file outside the workspace": "它是指向工作区之外的文件的链接",
  "its values are nested too deeply": "它的值嵌套过深",
  "it is a dangling link": "它是失效的链接",
  "it can't be opened ({code})": "无法打开（{code}）",
  "it isn't a regular file": "它不是普通文件",
  "it has {size} bytes; the limit is {limit}": "它有 {size} 字节；上限是 {limit}",
  "it isn't UTF-8 text": "它不是 UTF-8 文本",
  "{error}. The earlier settings stay in force": "{error}。之前的设置仍然有效",
  "{error}\nTo ignore this project's settings: --no-project-settings, or `projectSettings: false`":
    "{error}\n忽略此项目的设置：--no-project-settings，或 `projectSettings: false`",
  "{place} holds more than a project. Use a project's folder, or name this one explicitly: {flag}, or the option `workspace`":
    "{place} 的范围超出一个项目。请使用项目的文件夹，或明确指定它：{flag}，或选项 `workspace`",
  "Unknown `{name}` '{value}'.{guess} Known: {known}.":
    "`{name}` 的值“{value}”无效。{guess}可用的值：{known}。",
  "the mode is {mode} instead of {asked}, because {path} allows no looser one":
    "模式是 {mode} 而不是 {asked}，因为 {path} 不允许更宽松的模式",
  "{place}: 'webSearch' is ignored in a project's settings":
    "{place}：项目设置中的“webSearch”会被忽略",
  "{place}: '{key}' is ignored in a project's settings": "{place}：项目设置中的“{key}”会被忽略",
  "web_search is off: {reason}": "web_search 已关闭：{reason}",
  'webSearch has no "url", the address of your {service}':
    "webSearch 缺少“url”，即你的 {service} 的地址",
  'webSearch has no "engine", the id (cx) of your search engine':
    "webSearch 缺少“engine”，即你的搜索引擎的 ID（cx）",
  "set it. {help}": "请设置它。{help}",
  'add "url": "http://127.0.0.1:8888" or where it is. {help}':
    '请添加 "url": "http://127.0.0.1:8888" 或其实际地址。{help}',
  "create one at https://programmablesearchengine.google.com. {help}":
    "请在 https://programmablesearchengine.google.com 创建一个。{help}",
  "Its settings.yml must list json in search.formats.":
    "其 settings.yml 的 search.formats 中必须有 json。",
  "Get a key at {url}.": "请在 {url} 获取密钥。",
  "Google takes no new customers for its Custom Search JSON API, and ends it on 1 January 2027.":
    "Google 的 Custom Search JSON API 不再接受新客户，并将于 2027 年 1 月 1 日停用。",
  "the variable {variable} isn't set": "环境变量 {variable} 未设置",
  "{place}: the project has changed since you trusted it, so its MCP servers aren't used. To review and trust it again: toolwright policy trust":
    "{place}：项目在你信任之后已更改，因此没有使用它的 MCP 服务器。查看并重新信任：toolwright policy trust",
  "{place}: the file has just changed, so its MCP servers aren't used":
    "{place}：文件刚刚更改，因此没有使用它的 MCP 服务器",
  "{error}, so its MCP servers aren't used": "{error}，因此没有使用它的 MCP 服务器",
  "{path} ({part}): the project has changed since you trusted it, so {counts}. To review and trust it again: toolwright policy trust":
    "{path}（{part}）：项目在你信任之后已更改，因此{counts}。查看并重新信任：toolwright policy trust",
  "{path} ({part}): the project can't be trusted ({problem}), so {counts}":
    "{path}（{part}）：无法信任项目（{problem}），因此{counts}",
  "{path} ({part}): you haven't trusted this project, so {counts}. To review and trust it: toolwright policy trust":
    "{path}（{part}）：你尚未信任此项目，因此{counts}。查看并信任：toolwright policy trust",
  "its settings can only tighten the policy": "它的设置只能收紧策略",
  "{part} and {count} more": "{part} 以及另外 {count} 项",
  "{problem} The earlier grants stay in force": "{problem} 之前的授权仍然有效",
  "Grants from other processes may apply only to the next session: {reason}":
    "其他进程的授权可能在下一个会话才生效：{reason}",
  "Changed settings may apply only to the next session: {reason}":
    "更改后的设置可能在下一个会话才生效：{reason}",
  "The settings have changed and are in force.": "设置已更改并生效。",
  "MCP server '{name}': {reason}": "MCP 服务器“{name}”：{reason}",
  "it isn't started: {reason}": "没有启动它：{reason}",
  'the host works in {folder}, which is outside the workspace and stays so. To add a folder, use "roots" in the settings, or --workspace':
    "宿主程序在 {folder} 中工作，它在工作区之外，并保持如此。要添加文件夹，请使用设置中的 roots 或 --workspace",
  "discovery: {refused} of {total} tools are unusable: {names}":
    "discovery：{total} 个工具中有 {refused} 个不可用：{names}",
  "{path} (discovery): {reason}": "{path}（discovery）：{reason}",

  // What a project's settings would loosen
  "allows {pattern} for the agent {agent}": "允许 {pattern}，用于智能体 {agent}",
  "allows {pattern} (protected paths still need approval)":
    "允许 {pattern}（受保护的路径仍需批准）",
  "allows every call of {tool}": "允许每次调用 {tool}",
  "allows {pattern}": "允许 {pattern}",
  "sets the mode to {mode}": "将模式设为 {mode}",
  "also works in {root}": "还在 {root} 中工作",
  "enables {tool}": "启用 {tool}",
  "shows the value of {name}": "显示 {name} 的值",
  "offers the skill {name}": "提供技能 {name}",
  "gives agents the instructions of {files}, and of nested folders":
    "向代理提供 {files} 及下级文件夹中的指令",
  "runs {command} as a hook of {event}": "将 {command} 作为 {event} 的钩子运行",
  "offers the skills of the package {name}": "提供软件包 {name} 的技能",
  "sets the sandbox to {value}": "将沙箱设为 {value}",
  "lets commands reach {host}": "允许命令访问 {host}",
  "lets commands take {duration} ms": "允许命令运行 {duration} ms",
  "gets tools from the command {list}, and runs them with {call}":
    "从命令 {list} 获取工具，并用 {call} 运行",
  "starts the MCP server {name}: {command}": "启动 MCP 服务器 {name}：{command}",
  "uses the MCP server {name} at {url}": "使用 {url} 处的 MCP 服务器 {name}",
  "replaces your MCP server {name} if it differs; your rules for {name} then apply to it":
    "如果不同，则替换你的 MCP 服务器 {name}；你对 {name} 的规则随之适用于它",
  "there are more than {count} files": "文件超过 {count} 个",
  "there are more than {count} bytes": "内容超过 {count} 字节",
  "{path} is a link": "{path} 是链接",
  "{path} is neither a file nor a folder": "{path} 既不是文件也不是文件夹",
  "{path} is not a regular file": "{path} 不是普通文件",

  // Sub-agents
  "outside this agent's paths: {paths}": "在此智能体的路径之外：{paths}",
  "it may touch paths outside this agent's: {paths}": "它可能涉及此智能体路径之外的内容：{paths}",
  "wider paths in {source}": "在 {source} 中放宽路径",
  "--yes, or wider paths in {source}": "--yes，或在 {source} 中放宽路径",

  // The place of a mistake
  "{path}:{line}:{column}: {message}": "{path}:{line}:{column}: {message}",
});

/** Undo and the journal. */
const undo = translationTable({
  "Its changes inside .git (commits, branches, the index) can't be undone.":
    "它在 .git 中的更改（提交、分支、暂存区）无法撤销。",
  "Its changes in directories that git ignores, or outside the workspace, can't be undone.":
    "它在 git 忽略的目录中或在工作区之外的更改无法撤销。",
  "Its effects in a third-party service, or outside the workspace, can't be undone.":
    "它在第三方服务中或在工作区之外的影响无法撤销。",
  "The files that it changes are unknown.": "不清楚它会更改哪些文件。",
  "Its changes can't be undone. {reason}": "它的更改无法撤销。{reason}",
  "Its changes couldn't be determined: {reason}": "无法确定它的更改：{reason}",
  "Changes to {paths} can't be undone exactly.": "对 {paths} 的更改无法准确撤销。",
  "{path} can't be undone: {reason}.": "{path} 无法撤销：{reason}。",
  "{path} is {size}, and files larger than {limit} aren't kept.":
    "{path} 有 {size}，大于 {limit} 的文件不会保留。",
  "'{path}' is one of {count} names of a file. Undo replaces it with a separate file.":
    "“{path}”是一个文件的 {count} 个名称之一。撤销会用单独的文件替换它。",
  "'{path}' contains too many files to be undone, and stays.":
    "“{path}”包含的文件过多，无法撤销，将保持不变。",
  "git ignores it": "git 忽略它",
  "git's own objects aren't kept": "不保留 git 自己的对象",
  "it can't be read ({code})": "无法读取（{code}）",
  "it kept changing while it was read": "读取期间它一直在变化",
  "it is larger than {size} MiB, the limit for kept files":
    "它大于 {size} MiB，超过了保留文件的上限",
  "its content wasn't kept": "没有保留它的内容",
  "the previous content wasn't kept": "没有保留之前的内容",
  "it contains more than {count} files and directories": "它包含超过 {count} 个文件和目录",
  "something else is in it": "其中有其他内容",
  "The system could not confirm that everything is on the disk.":
    "系统无法确认所有内容都已写入磁盘。",
  "It was interrupted, and its other changes are unknown.": "它被中断了，其余的更改未知。",
  "Changes by others, kept before an undo": "撤销之前保留的他人更改",
  "Undo {entries}": "撤销 {entries}",
  "Redo {entries}": "重做 {entries}",
  "Nothing is left to undo: no call has changed a file, or all changes were already undone.":
    "没有可撤销的内容：没有调用更改过文件，或所有更改都已撤销。",
  "Nothing is left to redo: nothing was undone, or all of it was redone.":
    "没有可重做的内容：没有撤销过任何内容，或全部都已重做。",
  "There is no call '{id}' in the journal.": "日志中没有调用“{id}”。",
  "There is no entry #{id} in the journal.": "日志中没有条目 #{id}。",
  "The journal is empty.": "日志是空的。",
  "Turn {turn} of the session '{session}' has changed nothing that is left to undo.":
    "会话“{session}”的第 {turn} 轮没有可撤销的更改。",
  "The session '{session}' has changed nothing that is left to undo.":
    "会话“{session}”没有可撤销的更改。",
  "Only an undo can be redone. Give its number, or no target for the last one.":
    "只有撤销才能重做。请给出它的编号，不指定则为最后一次撤销。",
  "{entry} wasn't undone.": "{entry} 没有被撤销过。",
  "{entry} is still running. Wait until it ends, or stop it.":
    "{entry} 仍在运行。请等待它结束，或停止它。",
  "{entry} was already undone by #{id}.": "{entry} 已被 #{id} 撤销。",
  "{entry} changed nothing, because it did not finish.":
    "{entry} 没有更改任何内容，因为它没有完成。",
  "{entry} changed no file.": "{entry} 没有更改任何文件。",
  "Nothing has changed since #{id}.": "自 #{id} 以来没有任何更改。",
  "git is running in this repository ('{lock}' exists), so nothing was undone. Wait until it ends, then undo again. If no git is running, delete that file.":
    "此仓库中有 git 正在运行（存在“{lock}”），因此没有撤销任何内容。请等待它结束后再撤销。如果没有 git 在运行，请删除该文件。",
  "'{path}' was changed by another process in the meantime, so nothing was undone. Check it, then undo again.":
    "“{path}”在此期间被其他进程更改，因此没有撤销任何内容。请检查后再撤销。",
  "The disk of {folder} is full, so the journal can't be written. Free some space, for example with {command}":
    "{folder} 所在的磁盘已满，无法写入日志。请释放一些空间，例如运行 {command}",
  "Another process has held the journal in {folder} for too long. Try again; if this repeats, look for a process that hangs.":
    "另一个进程占用 {folder} 中的日志过久。请重试；如果反复出现，请查找挂起的进程。",
  "The journal in {folder} is damaged ({reason}).": "{folder} 中的日志已损坏（{reason}）。",
  "The journal in {folder} can't be used ({reason}). Check that the directory exists and is writable, or set XDG_STATE_HOME to another one.":
    "无法使用 {folder} 中的日志（{reason}）。请检查该目录是否存在且可写，或将 XDG_STATE_HOME 设为其他目录。",
  "{error} Until then, calls that change something are not run, and others are not journalled":
    "{error} 在此之前，会更改内容的调用不会运行，其他调用不记入日志",
  "{error} Calls continue without being journalled": "{error} 调用会继续进行，但不记入日志",
  "{error} Until then the journal is kept in memory, and undo works within this session only":
    "{error} 在此之前日志保存在内存中，撤销只在本次会话内有效",
});

/** Why the effects of a command are unknown. Rare reasons stay English. */
const commands = translationTable({
  "it isn't valid bash: {reason}": "它不是有效的 bash：{reason}",
  "it is nested too deeply to be analysed": "嵌套过深，无法分析",
  "it is longer than {count} characters": "超过 {count} 个字符",
  "it has characters that are invisible or look like others: {characters}":
    "含有不可见或与其他字符相似的字符：{characters}",
  "the value of {part} is unknown until it runs": "{part} 的值在运行之前未知",
  "the files that {part} matches are unknown until it runs": "{part} 匹配哪些文件，在运行之前未知",
  "the directory of {path} is unknown after an earlier cd": "由于之前的 cd，{path} 所在的目录未知",
  "the directory of {name} {path} is unknown": "{name} {path} 的目录未知",
  "the host of {url} is unknown": "{url} 的主机未知",
  "the effect of {name} is unknown": "{name} 的影响未知",
  "the option {name} is unknown": "选项 {name} 未知",
  "eval runs text that is unknown until it runs": "eval 运行的文本在运行之前未知",
  "the words from its input are unknown": "来自输入的词未知",
  "shells differ in how they read {part}": "不同的 shell 对 {part} 的解读不同",
  "not every shell supports {part}": "并非所有 shell 都支持 {part}",
  "may take programs, hosts or paths from these files of the project: {files}":
    "可能从项目的这些文件中读取程序、主机或路径：{files}",
  "{name} is set for the program, which may change what it does":
    "为该程序设置了 {name}，这可能改变它的行为",
  "follows the settings of its directory, which is unknown": "遵循其目录的设置，而该目录未知",
  "follows links wherever they lead": "会跟随链接到任何位置",
  "takes the files that a list names": "处理列表中指明的文件",
  "takes options from a file": "从文件读取选项",
  "has unknown words": "含有未知的词",
  "has an unknown word": "含有未知的词",
  "has unknown options": "含有未知的选项",
  "has the unknown operand {part}": "含有未知的参数 {part}",
  "has no known verb": "没有已知的子命令",
  "runs its input": "运行它的输入",
  "runs an awk program from a file": "运行文件中的 awk 程序",
  "has an awk program with a pipe": "含有带管道的 awk 程序",
  "runs a sed script from a file": "运行文件中的 sed 脚本",
  "has an unknown sed script": "含有未知的 sed 脚本",
  "runs a filter from a file": "运行文件中的过滤器",
  "has an unknown filter": "含有未知的过滤器",
  "runs a command in another directory": "在另一个目录中运行命令",
  "unpacks archives with other programs": "用其他程序解包",
  "makes files with unknown names": "新建名称未知的文件",
  "makes several files with unknown names": "新建多个名称未知的文件",
  "doesn't name the archive it writes": "没有指明要写入的归档文件",
  "changes the files that the patch names": "更改补丁所指明的文件",
  "reads the files that a list of checksums names": "读取校验和列表中指明的文件",
  "reads the files that its lines name": "读取各行所指明的文件",
  "runs a program to reach another machine": "运行程序以访问另一台计算机",
  "stores {url} under an unknown name": "以未知的名称保存 {url}",
  "shows all settings, including the user's own": "显示所有设置，包括用户自己的设置",
  "shows the setting {name}, which may hold a secret": "显示设置 {name}，其中可能含有机密",
  "has the setting {name}, which may run a program": "含有设置 {name}，它可能运行程序",
  "reaches the repository {name}, which may run programs": "访问仓库 {name}，它可能运行程序",
  "may run a program at checkpoints": "可能在检查点运行程序",
  "this session has no search service": "此会话没有搜索服务",
});

export const recordedChinese = [settings, undo, commands];
