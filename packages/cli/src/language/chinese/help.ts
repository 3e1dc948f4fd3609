import { translationTable } from "@toolwright/core/internal";

/** `toolwright --help`, and that of each command. */
export const help = translationTable({
  "Toolwright: the tool runtime for AI agents.": "Toolwright：AI 智能体的工具运行时。",
  "Usage:": "用法：",
  "Flags:": "选项：",
  "Commands:": "命令：",
  "Flags of every command:": "所有命令通用的选项：",
  "Help for one command: {command}": "查看某个命令的帮助：{command}",
  "interactive mode in the current folder": "在当前文件夹中进入交互模式",
  "{command}: {summary}": "{command}：{summary}",
  "show the version": "显示版本",

  // Flags of several commands
  "the folder to work in (default: the current one)": "工作文件夹（默认：当前文件夹）",
  "what runs without approval: {modes}": "哪些操作无需批准：{modes}",
  "the set of tool names and arguments (default: canonical)":
    "工具名称和参数的方案（默认：canonical）",
  "more settings, on top of the user's own": "在用户设置之上追加的设置文件",
  "ignore this folder's own settings, including their denials":
    "忽略此文件夹自己的设置，包括其中的拒绝规则",
  "auto mode also runs commands without approval if no sandbox works":
    "没有可用的沙箱时，auto 模式也无需批准即运行命令",
  "show this help": "显示此帮助",
  "interactive mode line by line, as with TERM=dumb": "逐行的交互模式，与 TERM=dumb 时相同",
  "machine output: JSON on standard output": "供程序读取：在标准输出上输出 JSON",
  "the whole input; - reads standard input, @FILE reads a file":
    "完整的输入；- 表示读取标准输入，@FILE 表示读取文件",
  "only this session; `journal sessions` lists them":
    "仅此会话；用 `journal sessions` 列出所有会话",
  "at most this many (default: 50)": "最多显示多少条（默认：50）",
  "the journal of a folder that has moved, by its old path": "已移动的文件夹的日志，按其原路径查找",
  "also overwrite what has changed since (it is kept), and do as much as possible":
    "同时覆盖之后发生的更改（会保留备份），并尽可能多地完成",
  "only show what would happen": "只显示将会发生什么",

  // run
  "let an agent work on a task": "让智能体完成一项任务",
  "the model: {forms} (default: from the settings)": "模型：{forms}（默认：取自设置）",
  "the address of the model's server, for compatible/ID or a proxy":
    "模型服务器的地址，用于 compatible/ID 或代理",
  "print the answer as JSON that fits the JSON Schema in this file":
    "以符合此文件中 JSON Schema 的 JSON 打印答案",
  "stop after this many answers of the model (default: 500)": "模型回答多少次之后停止（默认：500）",
  "watch a scripted model fix a failing test in a new folder; needs no key":
    "观看一个按脚本回答的模型在新文件夹中修复失败的测试；不需要密钥",
  "print the system prompt and its size; asks no model": "输出系统提示词及其大小；不会调用模型",
  "print every event as one line of JSON": "将每个事件输出为一行 JSON",
  "The key is read from the vendor's usual variable ({variables}). Without a terminal and without --yes, a call that needs approval is refused, and the model is told.":
    "密钥取自各厂商常用的变量（{variables}）。没有终端且未使用 --yes 时，需要批准的调用会被拒绝，并告知模型。",
  "Exit status: 0 done, 1 failed or a budget is spent, 2 usage, 3 stopped by a refusal or waiting for an approval, 130 cancelled. To undo what the agent changed: {command}":
    "退出状态：0 完成，1 失败或预算用尽，2 用法错误，3 因被拒绝而停止或在等待批准，130 已取消。撤销智能体所做的更改：{command}",

  // call
  "run one tool call through the whole pipeline": "执行一次完整的工具调用",
  "read JSON lines {shape}, print one outcome per line": "读取 JSON 行 {shape}，每行输出一个结果",
  "approve every prompt once; denials stay denied": "每次询问都批准一次；拒绝规则仍然有效",
  "run it in a throw-away view, then commit or drop its changes":
    "在临时视图中运行，然后提交或丢弃其更改",
  "run each call that may change something in a throw-away view first":
    "每个可能更改内容的调用都先在临时视图中运行",
  "print the whole outcome as one line of JSON": "用一行 JSON 输出完整的结果",
  "key=value is read by the tool's schema; key:=JSON gives any value. Repeat a key to fill a list. A value without a key goes to the first required argument that has no value yet.":
    "key=value 按工具的参数定义解析；key:=JSON 可以给出任意值。重复同一个 key 会填充列表。没有 key 的值赋给第一个尚无值的必填参数。",
  "Each call is its own session, and the processes it starts end with it. --stdin runs many calls in one session.":
    "每次调用都是单独的会话，它启动的进程随之结束。--stdin 在一个会话中执行多次调用。",
  "Exit status: 0 ok, 1 the tool failed, 2 usage or invalid input, 3 refused, 130 cancelled. With --stdin: 0 if every line was answered.":
    "退出状态：0 成功，1 工具失败，2 用法错误或输入无效，3 被拒绝，130 已取消。使用 --stdin 时：每行都有回答即为 0。",

  // tools
  "list the tools that a model would see": "列出模型会看到的工具",
  "print JSON in one vendor's format: {dialects}": "按某个厂商的格式输出 JSON：{dialects}",
  "for the main agent (default) or for sub-agents": "用于主智能体（默认）或子智能体",
  "also list tools that a model finds through a search": "同时列出模型通过搜索才能找到的工具",
  "also list unavailable tools, with the reason": "同时列出不可用的工具及其原因",
  "With TOOL: only that tool, with its arguments.": "指定 TOOL 时：只显示该工具及其参数。",
  "With --mode plan: only the tools of plan mode.": "使用 --mode plan 时：只显示计划模式的工具。",

  // policy
  "show the decision for a call, its reason, and what would change it; runs nothing":
    "显示对一次调用的决定、原因以及如何改变它；不执行任何操作",
  "a command line, as the command tool would get it": "命令行，与命令工具收到的相同",
  "show the decision for command lines; runs nothing": "显示对命令行的决定；不执行任何操作",
  "read JSON lines {shape}, print one decision per line, in order":
    "读取 JSON 行 {shape}，按顺序每行输出一个决定",
  "Exit status: 0 if every line was answered, whatever the decisions are.":
    "退出状态：每行都有回答即为 0，无论决定是什么。",
  "test the rules with their own examples, and the policy with a file of cases":
    "用规则自带的示例测试规则，并用用例文件测试策略",
  "A case is a line {command} or {tool}.": "每个用例是一行 {command} 或 {tool}。",
  "Exit status: 0 if every decision is as expected, otherwise 1.":
    "退出状态：所有决定都符合预期为 0，否则为 1。",
  "list the rules by layer, the grants, the mode and the trust in the project":
    "列出各层的规则、授权、模式和对项目的信任",
  "allow what would otherwise need approval; a denial stays denied":
    "允许本来需要批准的操作；拒绝规则仍然有效",
  "once, session (the first one to use it), project (default), user (every folder)":
    "once（一次）、session（首个使用它的会话）、project（项目，默认）、user（所有文件夹）",
  "only for this agent (default: the main agent)": "仅用于此智能体（默认：主智能体）",
  "how long it lasts: 30m, 8h, 7d, 2w": "有效时间：30m、8h、7d、2w",
  "how many calls it allows": "允许多少次调用",
  "also for the agent's child agents": "同时用于该智能体的子智能体",
  "include secrets and paths outside the workspace that the pattern names":
    "包括模式所指明的机密和工作区之外的路径",
  'A grant never overrides a rule with "always" or a built-in denial.':
    "授权不会覆盖写明 always 的规则，也不会覆盖内置的拒绝规则。",
  "end a grant, in running sessions as well": "结束一项授权，正在运行的会话也随之生效",
  "every grant, for this folder and for every folder": "所有授权，包括此文件夹的和所有文件夹的",
  "convert Claude Code's permission rules, never to looser ones":
    "转换 Claude Code 的权限规则，绝不放宽",
  "add them to your own settings file; its comments stay":
    "将它们加入你自己的设置文件；其中的注释会保留",
  "Standard error lists the rules that are left out or changed (with --json: remarks).":
    "标准错误会列出被略去或更改的规则（使用 --json 时见 remarks）。",
  "Exit status: 0; 1 if an ask or deny rule had to be left out.":
    "退出状态：0；如果不得不略去 ask 或 deny 规则则为 1。",
  "show what this project's own settings would allow, and accept them":
    "显示此项目自己的设置会允许什么，并接受它们",
  "accept them without a prompt": "不询问，直接接受",
  "Trust covers the exact content of .toolwright, .mcp.json and the skills in .agents and .claude, and is stored outside the folder. After a change, the project's settings can only tighten the policy until you accept them again.":
    "信任针对 .toolwright、.mcp.json 以及 .agents 和 .claude 中技能的确切内容，保存在此文件夹之外。内容更改后，在你再次接受之前，项目的设置只能收紧策略。",
  "Exit status: 0 trusted, or nothing to trust; 2 no terminal to prompt on; 3 not accepted.":
    "退出状态：0 已信任或无需信任；2 没有可供询问的终端；3 未接受。",
  "stop trusting this project: its settings can only tighten the policy":
    "不再信任此项目：它的设置只能收紧策略",
  "decide the journal's calls again with these settings; runs nothing":
    "用这些设置对日志中的调用重新作出决定；不执行任何操作",
  "Each call is decided again by its recorded effects, without grants. Try other rules with --settings FILE, another mode with --mode.":
    "每次调用都按记录的影响重新决定，不使用授权。可用 --settings FILE 试用其他规则，用 --mode 试用其他模式。",
  "Exit status: 0, even if decisions change.": "退出状态：0，即使决定有变化。",

  // undo and journal
  "undo the last change, or the one you name": "撤销最后一次更改，或指定的更改",
  "one call, by its call id": "一次调用，按调用 ID 指定",
  "decide as if text with these labels were in the context, as {example}":
    "按上下文中有带这些标签的文本来决定，如 {example}",
  "a turn of --session, or of the latest session": "--session 中的一轮，或最近一次会话中的一轮",
  "everything in a session that isn't undone yet": "一个会话中尚未撤销的所有更改",
  "everything after this entry": "此条目之后的所有更改",
  "ID is an entry's number in the journal. Either the whole target is undone, or nothing.":
    "ID 是日志条目的编号。目标要么全部撤销，要么完全不变。",
  "If a path has changed since, its difference is shown and nothing is undone. --force undoes it all the same, and keeps the newer content as its own journal entry.":
    "如果某个路径之后又有更改，则显示差异，不作任何撤销。--force 仍会撤销，并将较新的内容保存为单独的日志条目。",
  "Exit status: 0 done, 1 nothing to do or not possible.":
    "退出状态：0 已完成，1 无事可做或无法完成。",
  "redo what the last undo changed, or the undo you name": "重做最后一次撤销，或指定的撤销",
  "list what was done in this folder, newest first": "列出在此文件夹中做过的操作，最新的在前",
  "only this turn; needs --session": "仅此轮；需要 --session",
  "only calls that changed files, or may have": "仅列出更改了（或可能更改了）文件的调用",
  "print JSON lines, one entry each": "输出 JSON 行，每行一个条目",
  "continue a conversation of this folder; `last` is the latest":
    "继续此文件夹的一个对话；`last` 是最近的一个",
  "list the agent's conversations in this folder, latest first":
    "列出智能体在此文件夹中的对话，最近的在前",
  "'interrupted' means that the process was killed. To continue one: {command}":
    "“interrupted”（中断）表示进程被终止。要继续：{command}",
  "delete a conversation, but not what the agent changed": "删除对话，但保留智能体所做的更改",
  "'interrupted' means that the process was killed during the call, so its result is unknown.":
    "“interrupted”（中断）表示进程在调用过程中被终止，因此结果未知。",
  "CHANGES counts the changed paths; ? means unknown.": "“更改”一列是更改的路径数；? 表示未知。",
  "show one entry: its input, decision, outcome and changes":
    "显示一个条目：输入、决定、结果和更改",
  "list the sessions, latest first": "列出会话，最近的在前",
  "delete the oldest entries; they can no longer be undone": "删除最旧的条目；之后无法再撤销它们",
  "entries older than this: 12h, 30d, 8w": "早于此时间的条目：12h、30d、8w",
  "the oldest entries, until this much is left: 500MB, 2GB":
    "最旧的条目，直到只剩这么多：500MB、2GB",
  "Without flags, the settings decide (budgets.journal; default: 30 days, 1024 MB).":
    "没有选项时由设置决定（budgets.journal；默认：30 天、1024 MB）。",
  "print every entry, oldest first, for other programs": "输出所有条目，最旧的在前，供其他程序使用",
  "jsonl (default): entries with their changes; otel: OTLP/JSON spans, one per line":
    "jsonl（默认）：条目及其更改；otel：OTLP/JSON span，每行一个",
  "otel follows the GenAI conventions (execute_tool spans), without inputs and results. Read it with a collector's otlpjsonfile receiver.":
    "otel 遵循 GenAI 约定（execute_tool span），不含输入和结果。可用采集器的 otlpjsonfile 接收器读取。",

  // mcp
  "use the project's own settings, not yours": "使用项目自己的设置，而不是你的设置",
  "add an MCP server to your settings": "将 MCP 服务器加入你的设置",
  "a variable for the command; can be repeated": "命令的环境变量；可重复",
  "where the command runs (default: the workspace)": "命令的运行位置（默认：工作区）",
  "the address of a server that uses HTTP": "使用 HTTP 的服务器的地址",
  "a header to send to the URL; can be repeated": "发送到该 URL 的请求头；可重复",
  "the URL supports only the older SSE": "该 URL 只支持旧的 SSE",
  "the time limit of one request: 30s, 5m (default: 60s)": "单个请求的时限：30s、5m（默认：60s）",
  "replace a server of that name; add a program that isn't installed":
    "替换同名的服务器；允许加入未安装的程序",
  "Nothing is started: use toolwright mcp test NAME to try it. A program that isn't installed is not added.":
    "不会启动任何程序：用 toolwright mcp test NAME 试用。未安装的程序不会被加入。",
  "{variable} in a value is read from the environment when the server starts, so the file needs no secrets.":
    "值中的 {variable} 在服务器启动时从环境变量读取，因此文件中无需写入机密。",
  "remove an MCP server from your settings": "从你的设置中移除 MCP 服务器",
  "list the MCP servers in all settings, and which ones are used; starts none":
    "列出所有设置中的 MCP 服务器，以及哪些在使用；不启动任何服务器",
  "connect to one MCP server or all, and show their tools and problems":
    "连接一个或所有 MCP 服务器，显示其工具和问题",
  "the time limit for each server to start (default: 60s)": "每个服务器启动的时限（默认：60s）",
  "accept changed tool definitions as they are now": "接受已更改的工具定义",
  "Exit status: 0; 1 if a server isn't ready, or a definition has changed.":
    "退出状态：0；如果有服务器未就绪或定义已更改则为 1。",
  "log in to an MCP server with OAuth; prints the address to open":
    "通过 OAuth 登录 MCP 服务器；会输出要打开的地址",
  "request a scope that the server doesn't name; can be repeated":
    "请求服务器未指明的 scope；可重复",
  "how long to wait for the browser (default: 5m)": "等待浏览器的时间（默认：5m）",
  "Tokens are stored in the state directory, readable by you only, and are sent only to this server's address.":
    "令牌保存在状态目录中，只有你能读取，并且只会发送到此服务器的地址。",
  "Exit status: 0 logged in, 1 not logged in.": "退出状态：0 已登录，1 未登录。",
  "log out of an MCP server": "退出登录 MCP 服务器",
  "import the MCP servers of other hosts; none of them becomes trusted":
    "导入其他宿主程序的 MCP 服务器；它们都不会因此受到信任",
  "replace servers of the same name": "替换同名的服务器",
  "Files in the workspace are read only if you name them. Tools that a host calls without approval need approval here.":
    "工作区中的文件只有在你指明时才会读取。在宿主程序中无需批准的工具，在这里仍需批准。",
  "Exit status: 0; 1 if a server had to be left out.": "退出状态：0；如果不得不略去服务器则为 1。",
  "serve these tools to any MCP host, under this policy": "按此策略向任意 MCP 宿主程序提供这些工具",
  "who approves: the host's user (elicit, default), this terminal, or nobody":
    "由谁批准：宿主程序的用户（elicit，默认）、此终端（console）或没有人（deny）",
  "serve HTTP, on this machine only; 0 picks a free port":
    "提供 HTTP 服务，仅限本机；0 表示自动选择空闲端口",
  "with --http: accept calls without a token": "与 --http 一起使用：接受没有令牌的调用",
  "send structured results, which include the whole text": "发送结构化结果，其中包含全部文本",
  "Without --http it uses standard input and output, and ends with its host.":
    "没有 --http 时使用标准输入和输出，并随宿主程序一起结束。",
  "With --http it prints its address and a token on standard error, and runs until you stop it.":
    "使用 --http 时在标准错误上输出地址和令牌，一直运行到你停止它。",
  "A host that can't show prompts gets a refusal that names what would allow the call.":
    "无法显示询问的宿主程序会收到拒绝，其中说明怎样才会允许该调用。",

  // init
  "add the tools and the agent to the editors and agents on this machine":
    "把工具和智能体添加到此机器上的编辑器和智能体程序",
  "make the changes without a prompt": "不询问，直接进行更改",
  "also turn off the hosts' own tools for files and commands, where a setting can":
    "在有相应设置的宿主中，同时关闭它们自带的文件和命令工具",
  "take back what init has changed": "撤销 init 所做的更改",
  "Hosts: {hosts}. Default: all that are on this machine.":
    "宿主：{hosts}。默认：此机器上的全部宿主。",
  "Each change is shown as a diff and made after your approval. Comments and everything else in the files stay.":
    "每项更改都会以差异显示，经你批准后才会进行。注释和文件中的其他内容都会保留。",
  "Exit status: 0; 1 if something could not be changed; 3 if nobody has approved it.":
    "退出状态：0；有内容无法更改为 1；无人批准为 3。",

  // completion, man
  "print a script that completes this command line in a shell": "输出在 shell 中补全此命令行的脚本",
  "bash: {command}": "bash：{command}",
  "zsh: {command}": "zsh：{command}",
  "fish: {command}": "fish：{command}",
  "print the manual page: {command}": "输出手册页：{command}",

  // doctor
  "check this machine and the settings, and show how to fix problems":
    "检查此计算机和设置，并说明如何解决问题",
  "Exit status: 0 if nothing failed (warnings don't count), otherwise 1.":
    "退出状态：没有失败为 0（警告不算），否则为 1。",
});
