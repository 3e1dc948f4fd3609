import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** One action of a traced process, or an attempt. */
export interface TraceEvent {
  readonly kind: "read" | "list" | "write" | "execute" | "connect";
  /** An absolute path, or the address as strace prints it. */
  readonly target: string;
  /** The system call, for the report. */
  readonly call: string;
}

/** The system calls that `readTrace` understands, as `strace -e` takes them. */
export const tracedCalls =
  "trace=%file,%network,fork,vfork,clone,clone3,fchdir,fchmod,fchown,ftruncate";

const changing = new Set(
  `creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat chmod fchmod
  fchmodat fchmodat2 chown fchown lchown fchownat truncate ftruncate mknod mknodat utime utimes utimensat futimesat
  setxattr lsetxattr removexattr lremovexattr mount umount2 pivot_root swapon acct`.split(/\s+/),
);
const talking = new Set(["connect", "sendto", "sendmsg", "sendmmsg", "bind"]);
const starting = new Set(["fork", "vfork", "clone", "clone3"]);
/** The errors of attempts that fail in this box and might succeed elsewhere. */
const attempted = /^-1 (?:EROFS|EACCES|EPERM|ENETUNREACH|ECONNREFUSED|EINPROGRESS|ETXTBSY)\b/;

const linePattern = /^(\w+)\((.*)\)\s+= (.*)$/;
const wordPattern = /(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g;

/**
 * Reads the actions of the processes of one `strace -ff -y -o PREFIX`, in no order across processes.
 *
 * Shapes: `directory` is the absolute directory in which the first process started. Failed calls count only when
 * the box caused the failure: a write that the read-only disk refused, a connection that the missing network refused.
 * Source: strace(1), its output format.
 */
export function readTrace(prefix: string, directory: string): readonly TraceEvent[] {
  const folder = dirname(prefix);
  const start = `${basename(prefix)}.`;
  const ids = readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => Number(name.slice(start.length)))
    .sort((one, other) => one - other);
  const [first] = ids;
  if (first === undefined) return [];
  const directories = new Map([[first, directory]]);
  const events: TraceEvent[] = [];
  const waiting = new Set(ids);
  // A process is read after its parent, which tells its directory. Those with unknown parents come last.
  while (waiting.size > 0) {
    const next = [...waiting].find((id) => directories.has(id)) ?? [...waiting][0];
    if (next === undefined) break;
    waiting.delete(next);
    const lines = readFileSync(join(folder, `${start}${next}`), "utf8").split("\n");
    readProcess(lines, directories.get(next) ?? directory, { directories, events });
  }
  return events;
}

interface Findings {
  readonly directories: Map<number, string>;
  readonly events: TraceEvent[];
}

function readProcess(lines: readonly string[], start: string, findings: Findings): void {
  let directory = start;
  for (const line of lines) {
    const [, call, words = "", result = ""] = linePattern.exec(line) ?? [];
    if (call === undefined) continue;
    const succeeded = !result.startsWith("-1") && !result.startsWith("?");
    const paths = pathsIn(words, directory);
    if (call === "chdir" && succeeded) directory = paths[0] ?? directory;
    else if (call === "fchdir" && succeeded) directory = /<([^>]*)>/.exec(words)?.[1] ?? directory;
    else if (starting.has(call)) findings.directories.set(Number.parseInt(result, 10), directory);
    else if (succeeded || attempted.test(result)) {
      findings.events.push(...eventsOf({ call, words, result, paths, succeeded }));
    }
  }
}

interface CallFacts {
  readonly call: string;
  readonly words: string;
  readonly result: string;
  readonly paths: readonly string[];
  readonly succeeded: boolean;
}

function eventsOf({ call, words, result, paths, succeeded }: CallFacts): readonly TraceEvent[] {
  const event = (kind: TraceEvent["kind"], target: string): TraceEvent => ({ kind, target, call });
  if (talking.has(call)) {
    const address = /\{(sa_family=[^}]*)\}/.exec(words)?.[1];
    return address === undefined ? [] : [event("connect", address)];
  }
  if (call === "execve" || call === "execveat") {
    return succeeded && paths[0] !== undefined ? [event("execute", paths[0])] : [];
  }
  if (call === "open" || call === "openat" || call === "openat2") {
    const target =
      /^\d+<([^>]*)>/.exec(result)?.[1]?.replace(/ \(deleted\)$/, "") ?? paths[0] ?? "";
    if (/O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(words)) return [event("write", target)];
    if (!succeeded || /O_PATH/.test(words)) return [];
    return [event(/O_DIRECTORY/.test(words) ? "list" : "read", target)];
  }
  if (!changing.has(call)) return [];
  // The first word of `symlink` is the target, which the call doesn't touch.
  const changed = call.startsWith("symlink") ? paths.slice(1) : paths;
  const opened = /^\d+<([^>]*)>/.exec(words)?.[1];
  const targets = changed.length === 0 && opened !== undefined ? [opened] : changed;
  return targets.map((path) => event("write", path));
}

function pathsIn(words: string, directory: string): readonly string[] {
  return Array.from(words.matchAll(wordPattern), ([, base, text = ""]) =>
    resolve(base ?? directory, decoded(text)),
  );
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f" };

function decoded(text: string): string {
  if (!text.includes("\\")) return text;
  const bytes = text.replace(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/g, (_, code: string) => {
    if (code.startsWith("x")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return escapes[code] ?? code;
  });
  return Buffer.from(bytes, "latin1").toString("utf8");
}
