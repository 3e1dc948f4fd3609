import { translationTable } from "@toolwright/core/internal";

/** What commands report: decisions, the journal, undo, servers, trust, `doctor`. */
export const reports = translationTable({
  "toolwright: {note}.": "toolwright: {note}。",
  "{count} calls": "{count} 次调用",
  "{count} rules": "{count} 条规则",
  "{count} servers": "{count} 个服务器",
  "{size} bytes": "{size} 字节",
  "note: {note}": "说明：{note}",
  "Note: {note}.": "说明：{note}。",
  "{name}: {reason}": "{name}：{reason}",

  // Decisions
  "it runs without approval": "无需批准即可运行",
  "it needs approval": "需要批准",
  "it never runs": "永远不会运行",
  ": this call fails before the policy decides.": "：此调用在策略作出决定之前就会失败。",
  ": ": "：",
  ", {meaning} ": "，{meaning}",
  "(mode '{mode}')": "（模式：{mode}）",
  "It has no effects, so it needs no approval.": "它没有影响，因此无需批准。",
  "It has no effects.": "它没有影响。",
  "It would:": "它将会：",
  "At most, it would:": "它最多会：",
  "Even if allowed, it would fail now:": "即使允许，它现在也会失败：",
  "because of: {rule}": "原因：{rule}",
  "because of: {rule} ({layer}: {source})": "原因：{rule}（{layer}：{source}）",
  "to change it: {change}": "如何改变：{change}",
  "unknown: {reason}": "未知：{reason}",
  "{calls} decided again in mode '{mode}': {changed} would be decided differently.":
    "以 {mode} 模式重新决定了 {calls}：其中 {changed} 次的决定会不同。",
  "{time} UTC, then in mode '{mode}'": "{time} UTC，当时的模式：{mode}",

  // Examples and cases
  "all as expected": "全部符合预期",
  "{count} failed": "{count} 个失败",
  failed: "失败",
  "{examples} rule examples, {cases} cases: ": "{examples} 个规则示例，{cases} 个用例：",
  "not a case: expected {shapes}, with expect allow, ask or deny":
    "不是用例：应为 {shapes}，其中 expect 为 allow、ask 或 deny",
  "there is no command tool here": "这里没有命令工具",
  "expected {expected}, but it fails before a decision: {reason}":
    "预期 {expected}，但它在作出决定之前就失败了：{reason}",
  "expected {expected}, got {decision}": "预期 {expected}，实际 {decision}",
  "expected {expected}, got {decision} ({rule})": "预期 {expected}，实际 {decision}（{rule}）",

  // Rules and grants
  mode: "模式",
  trust: "信任",
  rules: "规则",
  grants: "授权",
  "No rules: the mode and the built-in rules decide.": "没有规则：由模式和内置规则决定。",
  "not in force: the project isn't trusted": "未生效：项目未受信任",
  "except {patterns}": "除了 {patterns}",
  "for the agent {agent}": "用于智能体 {agent}",
  "protected paths included": "包括受保护的路径",
  "No grants.": "没有授权。",
  "{terms}; from {origin}": "{terms}；来自{origin}",
  expired: "已过期",
  "{id}: {pattern}, {terms}": "{id}：{pattern}，{terms}",
  "for one call": "用于一次调用",
  "for the first session that uses it": "用于首个使用它的会话",
  "for this folder": "用于此文件夹",
  "for every folder": "用于所有文件夹",
  "and its child agents": "及其子智能体",
  "until {time}": "有效期至 {time}",
  "{count} uses left": "还可使用 {count} 次",
  "Granted {grant}": "已授权 {grant}",
  "Revoked {grant}": "已撤回 {grant}",
  "To revoke it: {command}": "撤回授权：{command}",
  "This grant would allow nothing, so it was not created. {effect}: {rule}.":
    "此授权不会允许任何操作，因此没有创建。{effect}：{rule}。",
  "This grant would allow nothing, so it was not created. {effect}: {rule} ({source}).":
    "此授权不会允许任何操作，因此没有创建。{effect}：{rule}（{source}）。",
  "{problem}\n{remedy}": "{problem}\n{remedy}",
  "A grant can't override a denial.": "授权不能覆盖拒绝规则。",
  "To grant it all the same: {command}": "仍要授权：{command}",
  "Name it exactly, without '*'.": "请准确指明，不要使用“*”。",
  'Its rule has "always": each call needs approval, and no grant changes that.':
    "它的规则写明了 always：每次调用都需要批准，授权无法改变这一点。",
  "note: {rule}: {note}": "说明：{rule}：{note}",
  "left out: {rule}: {note}": "已略去：{rule}：{note}",
  "Wrote {rules} to {path}.": "已将 {rules}写入 {path}。",
  "Wrote {rules} to {path}, {count} were already there.":
    "已将 {rules}写入 {path}，另有 {count} 条原本就在其中。",
  "These were the rules of {project}. Everything they allow, except paths, is now allowed in every workspace.":
    "这些是 {project} 的规则。除路径之外，它们允许的一切现在在所有工作区中都被允许。",

  // Trust
  "not needed: the project has no settings of its own": "不需要：项目没有自己的设置",
  "you trusted this project's settings on {time}": "你于 {time} 信任了此项目的设置",
  "this project's settings can only tighten the policy; to review and trust them: toolwright policy trust":
    "此项目的设置只能收紧策略；查看并信任它们：toolwright policy trust",
  "this project's settings have changed since you trusted them on {time}, so they can only tighten the policy; to trust them again: toolwright policy trust":
    "此项目的设置在你于 {time} 信任之后已更改，因此只能收紧策略；重新信任：toolwright policy trust",
  "not possible ({problem}): this project's settings can only tighten the policy":
    "无法信任（{problem}）：此项目的设置只能收紧策略",
  "There is nothing to trust: {root} has no .toolwright, .mcp.json, skills or instructions for agents.":
    "没有需要信任的内容：{root} 中没有 .toolwright、.mcp.json、技能或代理指令。",
  "{root} is already trusted.": "{root} 已受信任。",
  "{root} is trusted.": "{root} 已受信任。",
  "Not trusted: its settings can still only tighten the policy.":
    "未信任：它的设置仍然只能收紧策略。",
  "{root} is trusted. After any change to these files you have to trust it again.":
    "{root} 已受信任。这些文件一旦更改，就需要重新信任。",
  "To stop trusting it: toolwright policy untrust": "取消信任：toolwright policy untrust",
  "It has changed since you trusted it.": "它在你信任之后已更改。",
  "Its settings loosen nothing.": "它的设置没有放宽任何限制。",
  "If you trust it, this project:": "如果你信任它，此项目：",
  "Trust covers the exact content of these files:": "信任针对以下文件的确切内容：",
  "Trust it?": "信任它吗？",
  "{folder} is no longer trusted: its settings can only tighten the policy.":
    "不再信任 {folder}：它的设置只能收紧策略。",
  "{folder} wasn't trusted.": "{folder} 原本就未受信任。",

  // init
  "No host was found on this machine. Name one: toolwright init HOST":
    "此机器上没有找到宿主。请指定一个：toolwright init HOST",
  "Add it to {host}?": "添加到 {host}？",
  "To make these changes: {command}": "进行这些更改：{command}",
  "There is nothing to undo.": "没有可撤销的更改。",
  "{file} is as it was.": "{file} 已恢复原样。",
  "{file} has changed since. Remove this by hand:": "{file} 之后已更改。请手动删除：",
  "The own tools of {host} for files and commands stay beside these, and no policy or undo covers them. Turn them off?":
    "{host} 自带的文件和命令工具仍然存在，策略和撤销不涵盖它们。关闭它们吗？",
  "Nothing to change.": "无需更改。",
  "Done. {host} reads it when it starts.": "完成。{host} 会在启动时读取。",
  "No host '{name}'. Known: {known}.": "没有宿主“{name}”。可用的宿主：{known}。",
  "It works in this folder, because Claude Desktop has none of its own.":
    "它在此文件夹中工作，因为 Claude Desktop 没有自己的文件夹。",
  "If {key} is set in its settings, add this file there.":
    "如果它的设置中有 {key}，请把此文件添加到那里。",
  "Add the agent to {host}?": "将智能体添加到 {host}？",
  "For the agent in {host}, with the plugin {plugin}:": "在 {host} 中使用智能体（插件 {plugin}）：",
  "Its own tools stay: no setting of {host} turns them off.":
    "它自带的工具仍然存在：{host} 没有关闭它们的设置。",
  "Turn its own tools off in the chat's tool picker.": "请在聊天的工具选择器中关闭它自带的工具。",
  "Turn its own tools off in a profile of the agent panel.":
    "请在智能体面板的配置中关闭它自带的工具。",

  // Journal
  "No entries match.": "没有符合条件的条目。",
  "TIME (UTC)": "时间（UTC）",
  TOOL: "工具",
  STATUS: "状态",
  CONVERSATION: "对话",
  TURNS: "轮次",
  TASK: "任务",
  "This folder has no conversations.": "此文件夹没有对话。",
  "Deleted the conversation {id}.": "已删除对话 {id}。",
  "To continue: {command}": "继续：{command}",
  CHANGES: "更改",
  WHAT: "内容",
  "(undone by {entry})": "（已被 {entry} 撤销）",
  "and {count} more": "以及另外 {count} 项",
  "entry {ids}": "条目 {ids}",
  SESSION: "会话",
  "FROM (UTC)": "开始时间（UTC）",
  ENTRIES: "条目数",
  "has an open entry": "有未结束的条目",
  "session {session}, turn {turn}, call {call}, agent {agent}":
    "会话 {session}，第 {turn} 轮，调用 {call}，智能体 {agent}",
  "Its process was killed, so its result is unknown.": "它的进程被终止，因此结果未知。",
  reverts: "所撤销的条目",
  "answered: {answer}, by {who}": "回答：{answer}，来自 {who}",
  "decision: {decision} (mode '{mode}')": "决定：{decision}（模式：{mode}）",
  "outcome: {status}": "结果：{status}",
  "Its changes are unknown.": "它的更改未知。",
  "can't be undone: {reason}": "无法撤销：{reason}",
  changes: "更改",
  "may have changed": "可能已更改",
  "created the {kind}": "新建{kind}",
  "deleted the {kind}": "删除{kind}",
  "replaced the {before} by a {after}": "将{before}替换为{after}",
  "changed the link": "更改链接",
  "changed (mode {before} to {after})": "更改（权限由 {before} 改为 {after}）",
  changed: "更改",
  "… {count} more lines; --json shows all": "…… 还有 {count} 行；--json 显示全部",
  "Nothing to delete: all entries are within the limits.": "无需删除：所有条目都在限额之内。",
  "Deleted {entries} and {contents} ({size} MB).": "已删除 {entries}和 {contents}（{size} MB）。",
  "{count} entries": "{count} 项",
  "{count} file contents": "{count} 份文件内容",

  // Undo
  restored: "已恢复",
  deleted: "已删除",
  "mode restored": "已恢复权限",
  "not changed": "未更改",
  restore: "恢复",
  delete: "删除",
  "restore mode": "恢复权限",
  keep: "保留",
  "{entries} can't be undone.": "无法撤销 {entries}。",
  "--force undoes the rest and leaves these unchanged.": "--force 撤销其余部分，保持这些不变。",
  "To undo the change before it: {command}": "撤销它之前的更改：{command}",
  "Nothing was undone, because these paths have changed since:":
    "没有撤销任何内容，因为这些路径之后又有更改：",
  "--force undoes all the same, and keeps the current content as its own journal entry.":
    "--force 仍会撤销，并将当前内容保存为单独的日志条目。",
  "Undid {entries}": "已撤销 {entries}",
  "Would undo {entries}": "将撤销 {entries}",
  "{entries} can't be redone.": "无法重做 {entries}。",
  "--force redoes the rest and leaves these unchanged.": "--force 重做其余部分，保持这些不变。",
  "To redo the change before it: {command}": "重做它之前的更改：{command}",
  "Nothing was redone, because these paths have changed since:":
    "没有重做任何内容，因为这些路径之后又有更改：",
  "--force redoes all the same, and keeps the current content as its own journal entry.":
    "--force 仍会重做，并将当前内容保存为单独的日志条目。",
  "Redid {entries}": "已重做 {entries}",
  "Would redo {entries}": "将重做 {entries}",
  "nothing to change: the files already have this content": "无需更改：文件已经是此内容",
  "The overwritten content is kept. To restore it: {command}":
    "被覆盖的内容已保留。恢复它：{command}",
  "its own state": "自身状态",
  "branch {name}": "分支 {name}",
  "tag {name}": "标签 {name}",
  "by another program or person": "由其他程序或人更改",
  "by #{entry}: undo that first": "由 #{entry} 更改：请先撤销它",
  "was {before}, is {after}": "原为{before}，现为{after}",
  "{names} and {count} more": "{names} 以及另外 {count} 项",
  "and {count} more paths": "以及另外 {count} 个路径",

  // MCP servers
  NAME: "名称",
  STATE: "状态",
  LAYER: "层",
  SERVER: "服务器",
  used: "使用中",
  off: "已关闭",
  "not trusted": "未信任",
  replaced: "已被替换",
  "not usable": "不可用",
  trusted: "已信任",
  "logged in": "已登录",
  "No MCP servers. To add one: toolwright mcp add NAME -- COMMAND ARGS…":
    "没有 MCP 服务器。添加一个：toolwright mcp add NAME -- COMMAND ARGS…",
  "{path} isn't read, because you haven't trusted this project. To review and trust it: toolwright policy trust":
    "没有读取 {path}，因为你尚未信任此项目。查看并信任它：toolwright policy trust",
  "MCP server '{name}' isn't ready yet, so its tools aren't listed":
    "MCP 服务器“{name}”尚未就绪，因此没有列出它的工具",
  "MCP server '{name}': {reason}": "MCP 服务器“{name}”：{reason}",
  "Unavailable:": "不可用：",
  "Added the MCP server '{name}' to {path}.": "已将 MCP 服务器“{name}”加入 {path}。",
  "Note: {path} also has a server '{name}'.": "说明：{path} 中也有服务器“{name}”。",
  "Note: the variable {variable} isn't set. The server needs it.":
    "说明：环境变量 {variable} 未设置。服务器需要它。",
  "Note: the value of {key} is stored in the file as it is. Use {form} to read a variable.":
    "说明：{key} 的值会原样保存在文件中。用 {form} 可读取环境变量。",
  "The server wasn't started. To try it: toolwright mcp test {name}":
    "没有启动服务器。试用：toolwright mcp test {name}",
  "The project's servers are used after you trust the project: toolwright policy trust":
    "信任项目之后才会使用它的服务器：toolwright policy trust",
  "Removed the MCP server '{name}' from {path}.": "已从 {path} 中移除 MCP 服务器“{name}”。",
  "Its login was deleted as well.": "它的登录信息也已删除。",
  "To log in to {name}, open this address in a browser on this machine:":
    "要登录 {name}，请在此计算机的浏览器中打开以下地址：",
  "Logged in to {name} at {issuer}.": "已通过 {issuer} 登录 {name}。",
  "Logged in to {name} at {issuer} for {scopes}.": "已通过 {issuer} 登录 {name}，范围：{scopes}。",
  "Logged out of {name}: its tokens were deleted from this machine.":
    "已退出登录 {name}：它的令牌已从此计算机删除。",
  "There was no login to {name}.": "没有 {name} 的登录信息。",
  "{path} belongs to the project, so it was skipped. To import it: toolwright mcp import {path}":
    "{path} 属于项目，因此已跳过。导入它：toolwright mcp import {path}",
  add: "添加",
  replace: "替换",
  unchanged: "不变",
  "leave out": "略去",
  "No MCP servers of other hosts were found.": "没有找到其他宿主程序的 MCP 服务器。",
  "Would write {servers} to {path}. Nothing was changed.":
    "将把 {servers}写入 {path}。尚未作任何更改。",
  "Wrote {servers} to {path}.": "已将 {servers}写入 {path}。",
  "There are no MCP servers to test.": "没有可测试的 MCP 服务器。",
  " in {duration} ms, protocol {version}{server}": "，用时 {duration} ms，协议 {version}{server}",
  "unusable: {why}": "不可用：{why}",
  "Its definition has changed since you accepted it:": "它的定义在你接受之后已更改：",
  "MCP over HTTP at {url}": "MCP（HTTP）地址：{url}",
  "every program on this machine may call it (--no-auth)":
    "此计算机上的所有程序都可以调用它（--no-auth）",
  "requests need this header (shown only once): {header}":
    "请求需要以下请求头（仅显示一次）：{header}",

  // doctor
  "to fix: {fix}": "解决方法：{fix}",
  "to review and accept them: toolwright policy trust": "查看并接受：toolwright policy trust",
  "the workspace has no settings, agents, skills or MCP entries of its own":
    "工作区没有自己的设置、智能体、技能或 MCP 条目",
  "you accepted the workspace's own settings on {date}": "你于 {date} 接受了工作区自己的设置",
  "the workspace's own settings aren't accepted, so they can only tighten the policy; {remedy}":
    "工作区自己的设置未被接受，因此只能收紧策略；{remedy}",
  "the workspace's own settings have changed since you accepted them: they can only tighten the policy":
    "工作区自己的设置在你接受之后已更改：它们只能收紧策略",
  "the workspace's own settings can't be accepted ({problem}): they can only tighten the policy":
    "无法接受工作区自己的设置（{problem}）：它们只能收紧策略",
  "use regular files, and fewer of them": "请使用普通文件，并减少文件数量",
  "not found": "未找到",
  "it doesn't run ({reason})": "无法运行（{reason}）",
  "none ({path})": "没有（{path}）",
  "remove it, as it has no effect": "请删除它，因为它不起作用",
  "correct the file; until then every command fails": "请更正该文件；在此之前所有命令都会失败",
  "{path}, {rules}; until you trust the project, only rules that tighten the policy count":
    "{path}，{rules}；在你信任项目之前，只有收紧策略的规则有效",
  "{path}, {rules}": "{path}，{rules}",
  "{program}: {problem}": "{program}：{problem}",
  "install it (apt install ripgrep, brew install ripgrep), or install toolwright again with optional dependencies":
    "请安装它（apt install ripgrep、brew install ripgrep），或连同可选依赖重新安装 toolwright",
  "install git; without it tools can't tell a repository's files":
    "请安装 git；没有它，工具无法分辨仓库中的文件",
  "install bash; without it no command runs": "请安装 bash；没有它就无法运行命令",
  "make it writable": "请将它设为可写",
  "in copies of the workspace, because {reason}. Large workspaces need an overlay: Linux, util-linux (unshare, nsenter) and user namespaces":
    "使用工作区的副本，原因：{reason}。大型工作区需要 overlay：Linux、util-linux（unshare、nsenter）和用户命名空间",
  "in an overlay of the workspace, of any size": "使用工作区的 overlay，大小不限",
  "commands can run in a terminal": "命令可以在终端中运行",
  "commands can't run in a terminal": "命令无法在终端中运行",
  "install toolwright again with optional dependencies": "请连同可选依赖重新安装 toolwright",
  "install toolwright again with all of its dependencies": "请连同所有依赖重新安装 toolwright",
  "{packageName} isn't installed": "未安装 {packageName}",
  "large ones are refused. To scale them down: npm install sharp":
    "过大的图片会被拒绝。要缩小它们：npm install sharp",
  "sharp scales large ones down": "sharp 会缩小过大的图片",
  "{sandbox}: commands run confined": "{sandbox}：命令在沙箱中运行",
  "no sandbox works: commands run unconfined": "没有可用的沙箱：命令不受限制地运行",
  "{path} (created when needed)": "{path}（需要时创建）",
  "{path} isn't writable": "{path} 不可写",
  "none. For one, write into {file}: {brave} with the key in BRAVE_API_KEY; or tavily, exa, google; or {own}":
    "没有。要使用搜索，请在 {file} 中写入 {brave}，密钥放在 BRAVE_API_KEY 中；也可用 tavily、exa、google；或 {own}",
  "off: {lack}": "已关闭：{lack}",
  none: "没有",
  "{found} (and {count} more skipped)": "{found}（另有 {count} 个被跳过）",
  "correct or remove it": "请更正或删除它",
  "{path} (no facts yet)": "{path}（尚无记录）",
  "make {folder} a writable folder, or set XDG_STATE_HOME and XDG_CONFIG_HOME to others":
    "请将 {folder} 设为可写的文件夹，或将 XDG_STATE_HOME 和 XDG_CONFIG_HOME 设为其他文件夹",
  "{folder}, not in git": "{folder}，不在 git 中",
  "{folder}, in git ({repository})": "{folder}，在 git 中（{repository}）",
  "go to a project's folder, or use --workspace DIR": "请进入项目的文件夹，或使用 --workspace DIR",
  "it can't be read": "无法读取",
  "none: calls that need approval are refused, except with --yes":
    "没有：需要批准的调用会被拒绝，除非使用 --yes",
  "{count} columns": "{count} 列",
  "ASCII only": "仅 ASCII",
  colours: "彩色",
  "no colours": "无颜色",
  "{count} calls, {size}; checkpoints {checkpoints}":
    "{count} 次调用，{size}；检查点 {checkpoints}",
  "{count} calls since {date}, {size}; checkpoints {checkpoints}":
    "自 {date} 起 {count} 次调用，{size}；检查点 {checkpoints}",
});
