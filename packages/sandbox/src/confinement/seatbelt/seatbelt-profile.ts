import type { SandboxProfile } from "@toolwright/core/ports";

export interface SeatbeltPlaces {
  readonly profile: Omit<SandboxProfile, "network">;
  readonly network: "off" | "on" | { readonly port: number };
  /** Of this command alone, and existing. */
  readonly temporaryDirectory: string;
}

/**
 * The profile for `sandbox-exec -p`, in its language: everything is refused but what is allowed, and
 * of several rules that match the last decides.
 *
 * Hidden directories can't be read but for what lies in them and is readable or writable; masked
 * paths come last, so nothing below them is opened again. Paths must be real ones.
 *
 * Source: the profiles that macOS ships in /System/Library/Sandbox/Profiles; sandbox-exec(1).
 */
export function seatbeltProfile({ profile, network, temporaryDirectory }: SeatbeltPlaces): string {
  const { writablePaths, readOnlyPaths, maskedPaths, hiddenPaths, readablePaths } = profile;
  const shownHidden = (hiddenPaths ?? []).filter((path) => !writablePaths.includes(path));
  return [
    "(version 1)",
    "(deny default)",
    ...basics,
    '(allow file-read* (subpath "/"))',
    ...rules("deny", "file-read* file-write*", shownHidden),
    // The way to what is shown in a hidden directory: the names on it can be looked at.
    ...shownHidden.map((path) => `(allow file-read-metadata (literal ${quoted(path)}))`),
    ...rules("allow", "file-read*", readablePaths ?? []),
    ...rules("allow", "file-read* file-write*", [...writablePaths, temporaryDirectory]),
    ...rules("deny", "file-write*", readOnlyPaths ?? []),
    // Renaming a directory would take what is protected in it along.
    ...(readOnlyPaths ?? [])
      .flatMap((path) => parentsInside(path, writablePaths))
      .map((path) => `(deny file-write-unlink (literal ${quoted(path)}))`),
    ...rules("deny", "file-read* file-write*", maskedPaths ?? []),
    ...networkRules(network),
    "",
  ].join("\n");
}

const basics = [
  "(allow process-exec)",
  "(allow process-fork)",
  "(allow signal (target same-sandbox))",
  "(allow process-info* (target same-sandbox))",
  "(allow sysctl-read)",
  "(allow user-preference-read)",
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
  "(allow ipc-posix-sem)",
  "(allow pseudo-tty)",
  '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
  '(allow file-ioctl (literal "/dev/tty") (regex #"^/dev/ttys[0-9]+$"))',
  '(allow file-write* (regex #"^/dev/ttys[0-9]+$"))',
] as const;

function networkRules(network: SeatbeltPlaces["network"]): string[] {
  if (network === "on")
    return ["(allow network*)", '(allow mach-lookup (global-name "com.apple.dnssd.service"))'];
  if (network === "off") return [];
  // Only the way to our proxy: no other service of this computer, and no unix socket.
  return [`(allow network-outbound (remote ip "localhost:${network.port}"))`];
}

function rules(decision: "allow" | "deny", operations: string, paths: readonly string[]): string[] {
  return paths.map((path) => `(${decision} ${operations} (subpath ${quoted(path)}))`);
}

function parentsInside(path: string, roots: readonly string[]): string[] {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  if (root === undefined) return [];
  const parents: string[] = [];
  let parent = path;
  while ((parent = parent.slice(0, parent.lastIndexOf("/"))).length > root.length)
    parents.push(parent);
  return parents;
}

/** As a string of its language, in which only these two have a meaning. */
function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
