/** One run of the command line: its input and the expected output. */
export interface SmokeStep {
  readonly words: readonly string[];
  readonly stdin?: string;
  /** The exit status; 0 by default. */
  readonly status?: number;
  /** Expected on standard output, or on standard error if the status isn't 0. */
  readonly shows?: RegExp;
  /** A server is stopped when its standard error contains this. */
  readonly stopAt?: RegExp;
}

const step = (shows: RegExp, ...words: readonly string[]): SmokeStep => ({ words, shows });
const failing = (status: number, shows: RegExp, ...words: readonly string[]): SmokeStep => ({
  words,
  shows,
  status,
});

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "nodes", version: "1" },
  },
};

/**
 * At least one run of every command, in this order, in a folder with a README.md, a script for a model (steps.json) and a git repository.
 *
 * node, bin: the command line, which also serves as the server for `mcp test`.
 */
export function smokeSteps(node: string, bin: string): Readonly<Record<string, SmokeStep[]>> {
  return {
    init: [step(/context_servers/, "init", "zed", "--dry-run")],
    completion: [step(/complete -o default/, "completion", "bash")],
    man: [step(/^\.TH TOOLWRIGHT/, "man")],
    doctor: [step(/^ok +node [^]*^ok +programs /m, "doctor")],
    tools: [step(/"read_file"/, "tools", "--json")],
    call: [
      step(/first line/, "call", "read_file", "path=README.md"),
      step(
        /staged\.txt/,
        "call",
        "write_file",
        "path=staged.txt",
        "content=one",
        "--stage",
        "--yes",
      ),
      step(/new\.txt/, "call", "write_file", "path=new.txt", "content=one", "--yes"),
      step(/README/, "call", "search_text", "pattern=first", "--json"),
      step(/1 {2}export function f\(\)/, "call", "outline", "path=code.ts"),
      step(/hello/, "call", "run_command", "command=echo hello", "--yes"),
      step(
        /first line/,
        "call",
        "run_program",
        "code=const t: string = (await tools.read_file({ path: 'README.md' })).text; return t;",
      ),
      step(/hello/, "call", "run_command", "command=echo hello", "tty=true", "--yes"),
      {
        words: ["call", "--stdin"],
        stdin: `${JSON.stringify({ tool: "list_directory", input: { path: "." } })}\n`,
        shows: /"status":"ok"/,
      },
    ],
    run: [step(/one line/, "run", "Read it", "--model", "scripted/steps.json")],
    acp: [
      {
        words: ["acp", "--model", "scripted/steps.json"],
        stdin: `${JSON.stringify({ ...initialize, params: { protocolVersion: 1 } })}\n`,
        shows: /"agentCapabilities"/,
      },
    ],
    conversations: [step(/Read it/, "conversations")],
    undo: [step(/new\.txt/, "undo")],
    redo: [step(/new\.txt/, "redo")],
    journal: [step(/write_file/, "journal")],
    "journal show": [step(/one/, "journal", "show", "2")],
    "journal sessions": [step(/\d/, "journal", "sessions")],
    "journal prune": [step(/./, "journal", "prune", "--older-than", "30d")],
    "journal export": [
      step(/write_file/, "journal", "export"),
      step(/ kB/, "journal", "export", "--tape", "tape.jsonl"),
    ],
    replay: [
      step(/./, "replay", "tape.jsonl", "--show"),
      step(/"same":true/, "replay", "tape.jsonl", "--recorded", "--json"),
      failing(2, /No tape/, "replay", "none.jsonl"),
    ],
    approve: [
      failing(
        3,
        /toolwright approve q-/,
        "call",
        "write_file",
        "path=left.txt",
        "content=one",
        "--approvals",
        "questions",
      ),
      failing(2, /no question 'q-000000000000'/, "approve", "q-000000000000", "--once"),
    ],
    "approvals list": [step(/Create left\.txt/, "approvals", "list")],
    "approvals key": [step(/^ed25519:/, "approvals", "key")],
    "policy explain": [step(/allow/, "policy", "explain", "git status")],
    "policy check": [step(/allow/, "policy", "check", "ls")],
    "policy test": [step(/./, "policy", "test")],
    "policy grant": [step(/write\(docs/, "policy", "grant", "write(docs/**)")],
    "policy list": [step(/write\(docs/, "policy", "list")],
    "policy simulate": [step(/./, "policy", "simulate")],
    "policy revoke": [step(/write\(docs/, "policy", "revoke", "g-")],
    "policy import": [step(/./, "policy", "import", "claude.json")],
    "policy trust": [step(/./, "policy", "trust", "--yes")],
    "policy untrust": [step(/./, "policy", "untrust")],
    "mcp add": [step(/itself/, "mcp", "add", "itself", "--", node, bin, "mcp", "serve")],
    "mcp list": [step(/itself/, "mcp", "list")],
    "mcp test": [step(/read_file/, "mcp", "test", "itself")],
    "mcp login": [failing(2, /./, "mcp", "login", "nobody")],
    "mcp logout": [failing(2, /./, "mcp", "logout", "nobody")],
    "mcp remove": [step(/itself/, "mcp", "remove", "itself")],
    "mcp import": [step(/./, "mcp", "import", "--dry-run")],
    "mcp serve": [
      {
        words: ["mcp", "serve"],
        stdin: `${JSON.stringify(initialize)}\n`,
        shows: /"protocolVersion"/,
      },
      { words: ["mcp", "serve", "--http", "0"], stopAt: /http:\/\/127\.0\.0\.1:\d+/ },
    ],
  };
}
