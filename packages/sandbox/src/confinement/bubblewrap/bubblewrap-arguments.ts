import type { ConfinableCommand } from "../sandbox-backend.ts";
import type { Mount } from "./mount-plan.ts";

export interface BubblewrapOptions {
  readonly mounts: readonly Mount[];
  readonly hasNetwork: boolean;
  /** Descriptor 4 holds a system call filter. */
  readonly hasFilter: boolean;
  /** Whom the command runs as, if that isn't whom bubblewrap runs as. */
  readonly owner?: { readonly user: number; readonly group: number };
  /** Mounted read-only at their paths inside: files and sockets by their path outside. */
  readonly files: readonly { readonly from: string; readonly at: string }[];
  readonly command: Pick<ConfinableCommand, "cwd" | "environment" | "isInTerminal">;
}

/**
 * The arguments of bubblewrap, without the command.
 *
 * The user namespace and the loss of all capabilities are both needed: without them, root could make a mount
 * writable again.
 */
export function bubblewrapArguments(options: BubblewrapOptions): string[] {
  const { mounts, hasNetwork, hasFilter, owner, files, command } = options;
  return [
    "--die-with-parent",
    // Without a new session, a command could put input into our terminal. A command in a terminal of its own
    // is harmless and needs its session.
    ...(command.isInTerminal ? [] : ["--new-session"]),
    "--unshare-all",
    ...(hasNetwork ? ["--share-net"] : []),
    "--unshare-user",
    ...(owner === undefined ? [] : ["--uid", String(owner.user), "--gid", String(owner.group)]),
    "--disable-userns",
    ...(hasFilter ? ["--seccomp", "4"] : []),
    "--cap-drop",
    "ALL",
    ...mounts.filter(({ path }) => path === "/").flatMap(mountArguments),
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    // These kernel files belong to root. Inside, root could write them without any capability, and
    // `core_pattern` names a program that the kernel runs outside.
    "--remount-ro",
    "/proc",
    ...mounts.filter(({ path }) => path !== "/").flatMap(mountArguments),
    ...files.flatMap(({ from, at }) => ["--ro-bind", from, at]),
    // Comes last, because mounts inside the directory need their targets first.
    ...mounts.filter(isEmptyAndFixed).flatMap(({ path }) => ["--remount-ro", path]),
    ...Object.entries(command.environment)
      .filter(([name]) => isLoaderVariable(name))
      .flatMap(([name, value]) => ["--setenv", name, value]),
    "--chdir",
    command.cwd,
    "--",
  ];
}

/** Devices mounted this way cannot be opened inside a user namespace: "Permission denied". */
const unreadableFile = "/dev/null";

function mountArguments(mount: Mount): string[] {
  const { path, kind, isDirectory, by, from = path } = mount;
  if (by !== undefined) return ["--ro-bind", by, path];
  switch (kind) {
    case "hidden":
      return ["--perms", "0700", "--tmpfs", path];
    case "readable":
    case "read-only":
      return ["--ro-bind", from, path];
    case "writable":
      return ["--bind", from, path];
    case "missing":
      // The owner could make it writable and add files, but only visible to itself, since it is a file system
      // of its own. Making each read-only would cost as much as the mount.
      return ["--perms", "0555", "--tmpfs", path];
    case "masked":
      return isDirectory
        ? ["--perms", "0000", "--tmpfs", path]
        : ["--ro-bind", unreadableFile, path];
  }
}

function isEmptyAndFixed({ kind, isDirectory }: Mount): boolean {
  return kind === "masked" && isDirectory;
}

/**
 * The environment of bubblewrap itself, which the command inherits. It lacks variables that make the loader
 * or the C library run or read other files outside the sandbox; the command gets those by `--setenv`. The
 * other variables are not passed as arguments, because everyone can read arguments.
 */
export function bubblewrapEnvironment(
  environment: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isLoaderVariable(name)),
  );
}

// Source: glibc's sysdeps/generic/unsecvars.h, the variables that it drops for setuid programs.
const loaderVariables = new Set([
  "GCONV_PATH",
  "GETCONF_DIR",
  "GLIBC_TUNABLES",
  "HOSTALIASES",
  "LOCALDOMAIN",
  "LOCPATH",
  "NIS_PATH",
  "NLSPATH",
  "RES_OPTIONS",
  "RESOLV_HOST_CONF",
  "TMPDIR",
  "TZDIR",
]);

function isLoaderVariable(name: string): boolean {
  return name.startsWith("LD_") || name.startsWith("MALLOC_") || loaderVariables.has(name);
}
