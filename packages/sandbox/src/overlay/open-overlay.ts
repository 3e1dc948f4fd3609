import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { View, ViewNamespace } from "@toolwright/core/ports";

export interface OverlayOptions {
  /** Real paths. */
  readonly roots: readonly string[];
  /** An empty directory of this user's, outside all roots, in which the changes are written. */
  readonly directory: string;
}

/** Views of directories that take all changes, as long as this process lives. */
export interface Overlay {
  readonly layers: readonly OverlayLayer[];
  /** Unmounts everything. The written files stay in the directory. */
  close(): Promise<void>;
}

export interface OverlayLayer {
  readonly view: View;
  /** The directory with what was written. */
  readonly upper: string;
}

/** A look at the mounts takes a millisecond; a helper that takes longer hangs. */
const startMs = 5_000;
const systemPath = "/usr/sbin:/usr/bin:/sbin:/bin";

// The mounts lie in a file system of their own, which exists only in the namespace. Names of the person's directories
// don't appear in mount options, where colons and commas have a meaning. The helper ends with its standard input.
const script = `
set -e
mount -t tmpfs -o mode=700 none "$0"
cd "$0"
n=0
while [ $# -gt 0 ]; do
  ln -s "$1" lower$n; ln -s "$2" upper$n; ln -s "$3" work$n; mkdir $n
  mount -t overlay none -o userxattr,lowerdir=lower$n,upperdir=upper$n,workdir=work$n $n
  shift 3; n=$((n+1))
done
echo ready
exec cat >/dev/null
`;

/**
 * Lays an overlay over each root, mounted in a user namespace of our own, whose helper process ends with this one.
 * Its size doesn't depend on the roots.
 *
 * Returns the reason as a clause when this system can't.
 */
export async function openOverlay({ roots, directory }: OverlayOptions): Promise<Overlay | string> {
  if (process.platform !== "linux") return "it needs Linux";
  const [unshare, enter] = [systemProgram("unshare"), systemProgram("nsenter")];
  if (unshare === null || enter === null) return "unshare and nsenter (util-linux) are missing";
  const inside = mountedIn(roots);
  if (inside !== null) return `another file system is mounted at ${inside}`;
  const mountPoint = join(directory, "mount");
  mkdirSync(mountPoint, { mode: 0o700 });
  const layers = roots.map((root, at) => ({
    root,
    upper: made(directory, `upper${at}`),
    work: made(directory, `work${at}`),
  }));
  const helper = spawn(
    unshare,
    [
      ...namespaces,
      "sh",
      "-c",
      script,
      mountPoint,
      ...layers.flatMap(({ root, upper, work }) => [root, upper, work]),
    ],
    // Its own session: Ctrl-C in the terminal is not for it.
    { stdio: ["pipe", "pipe", "pipe"], detached: true, env: { PATH: systemPath } },
  );
  const reason = await readiness(helper);
  const close = (): Promise<void> => ended(helper);
  if (reason !== null) {
    await close();
    return reason;
  }
  const namespace = namespaceOf(String(helper.pid), enter);
  const views = layers.map(({ root, upper }, at): OverlayLayer => {
    const place = `${namespace.root}${mountPoint}/${at}`;
    return { upper, view: { root, directory: place, namespace, upper } };
  });
  if (views.every(({ view }) => isDirectory(view.directory))) return { layers: views, close };
  await close();
  return "the helper's files can't be reached";
}

const namespaces = ["--user", "--map-root-user", "--mount", "--propagation", "private"];

function namespaceOf(pid: string, enter: string): ViewNamespace {
  return {
    root: `/proc/${pid}/root`,
    enter: [
      enter,
      "--preserve-credentials",
      `--user=/proc/${pid}/ns/user`,
      `--mount=/proc/${pid}/ns/mnt`,
      "--",
    ],
  };
}

function made(directory: string, name: string): string {
  const path = join(directory, name);
  mkdirSync(path, { mode: 0o755 });
  return path;
}

/** Null once it is ready, otherwise why it isn't. */
function readiness(helper: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let errors = "";
    const timer = setTimeout(() => resolve("its helper didn't start in time"), startMs);
    const done = (reason: string | null): void => {
      clearTimeout(timer);
      resolve(reason);
    };
    helper.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
    helper.stdin?.on("error", () => {});
    helper.stdout?.on("data", () => done(null));
    helper.on("error", (error) => done(error.message));
    helper.on("close", () => done(errors.trim().split("\n").at(-1) || "its helper ended"));
    helper.unref();
  });
}

/** The kernel removes the mounts with the last process of their namespace. */
function ended(helper: ChildProcess): Promise<void> {
  if (helper.exitCode !== null || helper.signalCode !== null || helper.pid === undefined) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    helper.once("exit", () => resolve());
    helper.ref();
    helper.kill("SIGKILL");
  });
}

/** A place below the roots where something else is mounted: an overlay would not show it. */
function mountedIn(roots: readonly string[]): string | null {
  const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  const places = mounts.map((line) => (line.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, octal));
  return places.find((place) => roots.some((root) => place.startsWith(`${root}/`))) ?? null;
}

function octal(_whole: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}

function systemProgram(name: string): string | null {
  return (
    systemPath
      .split(":")
      .map((directory) => join(directory, name))
      .find((path) => existsSync(path)) ?? null
  );
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
