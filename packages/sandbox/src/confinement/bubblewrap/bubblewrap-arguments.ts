import type { ConfinableCommand } from "../sandbox-backend.ts";
import type { Mount } from "./mount-plan.ts";

export interface BubblewrapOptions {
  readonly mounts: readonly Mount[];
  readonly hasNetwork: boolean;
  /** Descriptor 4 has a filter of system calls. */
  readonly hasFilter: boolean;
  /** Put at their paths inside, read-only: files and sockets by where they are outside. */
  readonly files: readonly { readonly from: string; readonly at: string }[];
  readonly command: Pick<ConfinableCommand, "cwd" | "environment" | "isInTerminal">;
}

/**
 * What bubblewrap is to be called with, up to the command itself.
 *
 * Both the user namespace and the loss of all capabilities are needed: as root without them a mount
 * could be made writable again.
 */
export function bubblewrapArguments(options: BubblewrapOptions): string[] {
  const { mounts, hasNetwork, hasFilter, files, command } = options;
  return [
    "--die-with-parent",
    // Else input could be put into our terminal. One of its own takes no harm, and needs its session.
    ...(command.isInTerminal ? [] : ["--new-session"]),
    "--unshare-all",
    ...(hasNetwork ? ["--share-net"] : []),
    "--unshare-user",
    "--disable-userns",
    ...(hasFilter ? ["--seccomp", "4"] : []),
    "--cap-drop",
    "ALL",
    ...mounts.filter(({ path }) => path === "/").flatMap(mountArguments),
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    // Files of the kernel that belong to the system's root: to root they are writable inside as
    // well, without any capability, and `core_pattern` names a program that the kernel runs outside.
    "--remount-ro",
    "/proc",
    ...mounts.filter(({ path }) => path !== "/").flatMap(mountArguments),
    ...files.flatMap(({ from, at }) => ["--ro-bind", from, at]),
    // Last, as what is mounted inside needs a place first.
    ...mounts.filter(isEmptyAndFixed).flatMap(({ path }) => ["--remount-ro", path]),
    ...Object.entries(command.environment)
      .filter(([name]) => isLoaderVariable(name))
      .flatMap(([name, value]) => ["--setenv", name, value]),
    "--chdir",
    command.cwd,
    "--",
  ];
}

/** Inside a user namespace a device that is mounted so can't be opened: "Permission denied". */
const unreadableFile = "/dev/null";

function mountArguments(mount: Mount): string[] {
  const { path, kind, isDirectory, by } = mount;
  if (by !== undefined) return ["--ro-bind", by, path];
  switch (kind) {
    case "hidden":
      return ["--perms", "0700", "--tmpfs", path];
    case "readable":
    case "read-only":
      return ["--ro-bind", path, path];
    case "writable":
      return ["--bind", path, path];
    case "missing":
      // Its owner could make it writable and put something in, for itself alone: it is a file system of
      // its own, and one more step for each would cost as much as the mount.
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
 * The environment of bubblewrap itself, which the command inherits: without what would make the
 * loader or the C library run or read something else outside the sandbox. The command gets that by
 * `--setenv`. Everything else isn't passed as an argument, as everybody can read those.
 */
export function bubblewrapEnvironment(
  environment: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isLoaderVariable(name)),
  );
}

// Source: glibc's sysdeps/generic/unsecvars.h, what it drops for programs with special rights.
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
