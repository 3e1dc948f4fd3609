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
  "{command} takes no arguments, but got '{word}'.": "{command} 不接受参数，却收到了“{word}”。",
  "{flag} must be a time such as 30m, 8h, 7d or 2w, but is '{given}'.":
    "{flag} 必须是 30m、8h、7d 或 2w 这样的时间，而不是“{given}”。",
  "{flag} must be a size such as 500MB or 2GB, but is '{given}'.":
    "{flag} 必须是 500MB 或 2GB 这样的大小，而不是“{given}”。",
  "{flag} must be a whole number from 1, but is '{given}'.":
    "{flag} 必须是不小于 1 的整数，而不是“{given}”。",
  "The entry": "条目",

  "The conversation has no open task. Say what to do next: {command}":
    "该对话没有未完成的任务。请说明接下来做什么：{command}",

  // Input of a call
  "'{key}' is given twice.": "“{key}”给出了两次。",
  "The value of '{key}:=' is invalid JSON: {reason}": "“{key}:=”的值不是有效的 JSON：{reason}",
  " Keys: {keys}.": "可用的 key：{keys}。",
  "'{word}' isn't key=value, and all required arguments have a value. Put values with spaces in quotes.{known}":
    "“{word}”不是 key=value，而且所有必填参数都已有值。含空格的值请加引号。{known}",
  "Give the input either with --input or as key=value, not both ('{extra}').":
    "请用 --input 或 key=value 给出输入，不要同时使用（“{extra}”）。",
  "Standard input": "标准输入",
  "the file doesn't exist": "文件不存在",
  "it can't be opened ({code})": "无法打开（{code}）",
  "--input @{path}: {why}.": "--input @{path}：{why}。",
  "--input @{path} is a folder.": "--input @{path} 是文件夹。",
  "{name} isn't UTF-8 text.": "{name} 不是 UTF-8 文本。",
  "{name} exceeds {bytes} bytes. An input has at most 16 MiB.":
    "{name} 超过 {bytes} 字节。输入最多 16 MiB。",
  "Name a tool: toolwright call TOOL [key=value …]. To list them: toolwright tools":
    "请指明工具：toolwright call TOOL [key=value …]。列出所有工具：toolwright tools",
  "--stdin reads all calls from standard input, so remove {extra}.":
    "--stdin 从标准输入读取所有调用，请去掉 {extra}。",
  "There is no tool '{name}'.{hint} To list them: toolwright tools":
    "没有工具“{name}”。{hint}列出所有工具：toolwright tools",
  " Did you mean {near}?": "你是想输入 {near} 吗？",
  "tools takes at most one name, but also got '{extra}'.":
    "tools 最多接受一个名称，却还收到了“{extra}”。",

  // policy
  "Give at most one file of cases: toolwright policy test [FILE.jsonl]":
    "最多给出一个用例文件：toolwright policy test [FILE.jsonl]",
  "The file '{file}' can't be read ({code}).": "无法读取文件“{file}”（{code}）。",
  "Give one pattern in quotes: toolwright policy grant 'run(npm test *)'":
    "请给出一个加引号的模式：toolwright policy grant 'run(npm test *)'",
  "--uses must be a whole number from 1, but is '{given}'.":
    "--uses 必须是不小于 1 的整数，而不是“{given}”。",
  "--scope once allows one call: remove --uses, or use --scope session.":
    "--scope once 只允许一次调用：请去掉 --uses，或使用 --scope session。",
  "Give one grant's id, or --all: toolwright policy revoke g-1a2b3c4d. To list them: toolwright policy list":
    "请给出一项授权的 ID，或 --all：toolwright policy revoke g-1a2b3c4d。列出授权：toolwright policy list",
  "'{id}' matches several grants. Known: {ids}.": "“{id}”与多项授权匹配。现有的授权：{ids}。",
  "There is no grant '{id}'. There are none here.": "没有授权“{id}”。这里没有任何授权。",
  "There is no grant '{id}' here. Known: {ids}.": "这里没有授权“{id}”。现有的授权：{ids}。",
  "Give one command line in quotes, or --stdin: toolwright policy check 'npm test'":
    "请给出一个加引号的命令行，或 --stdin：toolwright policy check 'npm test'",
  "There is no command tool here, so there is nothing to check. For the reason: toolwright tools --all":
    "这里没有命令工具，因此没有可检查的内容。查看原因：toolwright tools --all",
  "There is no command tool here.": "这里没有命令工具。",
  "--command is the whole call: remove the tool and its input.":
    "--command 就是完整的调用：请去掉工具及其输入。",
  "when {labels}": "当有 {labels} 时",
  "No label '{label}'. Labels: {list}": "没有标签“{label}”。标签：{list}",
  "Name a call: toolwright policy explain TOOL key=value …, or policy explain 'COMMAND LINE'":
    "请指明一次调用：toolwright policy explain TOOL key=value …，或 policy explain 'COMMAND LINE'",
  "Give one file, or - for standard input: toolwright policy import ~/.claude/settings.json":
    "请给出一个文件，或用 - 表示标准输入：toolwright policy import ~/.claude/settings.json",
  "'{file}' has no permissions. Expected Claude Code's settings, as {example}.":
    "“{file}”中没有 permissions。应为 Claude Code 的设置，例如 {example}。",
  "There is no file '{path}'.": "没有文件“{path}”。",
  "{root} can't be trusted: {problem}. Trust covers the exact content of .toolwright and .mcp.json, so these must be regular files.":
    "无法信任 {root}：{problem}。信任针对 .toolwright 和 .mcp.json 的确切内容，因此它们必须是普通文件。",
  "There is no terminal to prompt on. After you have read the above, use --yes":
    "没有可供询问的终端。阅读以上内容之后，请使用 --yes",

  // journal and undo
  "Name an entry: toolwright journal show ID. To list them: toolwright journal":
    "请指明条目：toolwright journal show ID。列出条目：toolwright journal",
  "There is no entry {id}: it never existed or was pruned. To list them: toolwright journal":
    "没有条目 {id}：它从未存在，或已被清理。列出条目：toolwright journal",
  "journal takes no arguments, but got '{extra}'. For one entry: toolwright journal show {extra}":
    "journal 不接受参数，却收到了“{extra}”。查看一个条目：toolwright journal show {extra}",
  "--turn needs --session, as turns are counted within a session.":
    "--turn 需要 --session，因为轮次在会话内计数。",
  "The journal of {folder} is empty.": "{folder} 的日志是空的。",
  "The journal of {folder} is empty. If the folder was moved, use its old path: {flags}":
    "{folder} 的日志是空的。如果文件夹已移动，请使用它的原路径：{flags}",
  "Name only one target. For the kinds of targets: toolwright {kind} --help":
    "只能指定一个目标。查看目标的种类：toolwright {kind} --help",

  // mcp
  "Name one server: toolwright mcp login NAME": "请指明一个服务器：toolwright mcp login NAME",
  "Name one server: toolwright mcp logout NAME": "请指明一个服务器：toolwright mcp logout NAME",
  "Name one server: toolwright mcp remove NAME": "请指明一个服务器：toolwright mcp remove NAME",
  "Name one server, or none for all: toolwright mcp test NAME":
    "请指明一个服务器，不指明则测试全部：toolwright mcp test NAME",
  "'{name}' is a local command, and these have no login.": "“{name}”是本地命令，没有登录。",
  "'{name}' uses the Authorization header in the {layer} settings instead of a login.":
    "“{name}”使用 {layer} 设置中的 Authorization 请求头，而不是登录。",
  "The MCP server '{name}' in {path}:{line}:{column} isn't used: {reason}.":
    "{path}:{line}:{column} 中的 MCP 服务器“{name}”未被使用：{reason}。",
  "There is no MCP server '{name}'. There are none.": "没有 MCP 服务器“{name}”。没有任何服务器。",
  "There is no MCP server '{name}'. Known: {known}.":
    "没有 MCP 服务器“{name}”。现有的服务器：{known}。",
  "{path} has no MCP server '{name}'; it is in {place}. Remove it there, or with --project if that is the project's settings file.":
    "{path} 中没有 MCP 服务器“{name}”；它在 {place}。请在那里移除，如果那是项目的设置文件，也可使用 --project。",
  "{path} has no MCP server '{name}'; it is in {place}. Remove it there.":
    "{path} 中没有 MCP 服务器“{name}”；它在 {place}。请在那里移除。",
  "There are no MCP servers in {looked}.": "{looked} 中没有 MCP 服务器。",
  "Give one file or one host: toolwright mcp import vscode":
    "请给出一个文件或一个宿主程序：toolwright mcp import vscode",
  "'{given}' is neither a file nor a host. Hosts: {hostNames}.":
    "“{given}”既不是文件，也不是宿主程序。宿主程序：{hostNames}。",
  "Name the server: toolwright mcp add NAME -- COMMAND ARGS…, or toolwright mcp add NAME --url URL":
    "请指明服务器：toolwright mcp add NAME -- COMMAND ARGS…，或 toolwright mcp add NAME --url URL",
  "The server '{name}' can't be added: {problem}.": "无法添加服务器“{name}”：{problem}。",
  "{path} already has a server '{name}'. To replace its whole entry: --force":
    "{path} 中已有服务器“{name}”。替换整个条目：--force",
  "The server '{name}' wasn't added: {reason} To add it all the same: --force":
    "没有添加服务器“{name}”：{reason} 仍要添加：--force",
  " Use '{name}'.": "请使用“{name}”。",
  "'{name}' isn't a valid server name: use at most 64 letters, digits, '_', '-' and '.'.{instead}":
    "“{name}”不是有效的服务器名称：最多 64 个字母、数字、“_”、“-”和“.”。{instead}",
  "Give a command or a URL: toolwright mcp add NAME -- COMMAND ARGS…, or --url URL":
    "请给出命令或 URL：toolwright mcp add NAME -- COMMAND ARGS…，或 --url URL",
  "{flag} needs a server with a URL.": "{flag} 用于有 URL 的服务器。",
  "{flag} needs a server with a command.": "{flag} 用于有命令的服务器。",
  "{flag} needs a name and a value: {flag} {form}": "{flag} 需要名称和值：{flag} {form}",
  "--no-auth needs --http PORT: over standard input only the host can call.":
    "--no-auth 需要 --http PORT：使用标准输入时只有宿主程序可以调用。",
  "--http must be a port from 0 to 65535, but is '{given}'. 0 picks a free port.":
    "--http 必须是 0 至 65535 的端口，而不是“{given}”。0 表示自动选择空闲端口。",
  "Port {port} is in use by another program. --http 0 picks a free port.":
    "端口 {port} 正被其他程序使用。--http 0 会自动选择空闲端口。",
  "Port {port} is reserved for administrators. --http 0 picks a free port.":
    "端口 {port} 为管理员保留。--http 0 会自动选择空闲端口。",
  "Give --project or --settings, not both: each names a file to write to.":
    "请只使用 --project 或 --settings 之一：两者都指明要写入的文件。",
  "--project and --no-project-settings contradict each other: remove one of them.":
    "--project 与 --no-project-settings 相互矛盾：请去掉其中一个。",

  "Name a shell: {shells}.": "请指定一个 shell：{shells}。",

  // run
  "Say what to do: {usage}. The task may also come through a pipe.":
    "请说明要做什么：{usage}。任务也可以通过管道输入。",
  "{name}: about {tokens} tokens": "{name}：约 {tokens} 个 token",
  "The task: {task}": "任务：{task}",
  "No model: give {flag}, or set {key} in the settings. For a server of your own: {local}. To see an agent work without one: {demo}":
    "没有模型：请使用 {flag}，或在设置中设定 {key}。使用自己的服务器：{local}。无需模型看智能体工作：{demo}",
  "The model failed, trying again in {seconds} s: {reason}":
    "模型出错，{seconds} 秒后重试：{reason}",
  "The conversation was shortened: {before} → {after} tokens.":
    "对话已压缩：{before} → {after} 个 token。",
  "Budget {budget}: {used} of {limit} are used.": "预算 {budget}：已用 {used}，上限 {limit}。",
  "Instructions read: {path}": "已读取指令：{path}",
  "The hook '{hook}' failed: {problem}": "钩子“{hook}”失败：{problem}",
  "The hook '{hook}' ended the run: {end}": "钩子“{hook}”结束了运行：{end}",
  "The hook '{hook}' told the model something.": "钩子“{hook}”向模型提供了信息。",
  "The hook '{hook}' makes the agent continue: {reason}": "钩子“{hook}”让代理继续：{reason}",
});
