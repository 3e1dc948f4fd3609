import type { SandboxProfile } from "@toolwright/core/ports";

export interface SeatbeltPlaces {
  readonly profile: Omit<SandboxProfile, "network">;
  readonly network: "off" | "on" | { readonly port: number };
  /** An existing directory for this command only. */
  readonly temporaryDirectory: string;
}

/**
 * The profile for `sandbox-exec -p`. Everything not allowed is refused; the last matching rule applies.
 *
 * Hidden directories are unreadable except for readable or writable paths inside. Masked paths come last, so
 * that nothing reopens them. Paths must be real.
 *
 * Source: the profiles of macOS in /System/Library/Sandbox/Profiles; sandbox-exec(1).
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
    // Lets programs look up the names on the path to a visible part of a hidden directory.
    ...shownHidden.map((path) => `(allow file-read-metadata (literal ${quoted(path)}))`),
    ...rules("allow", "file-read*", readablePaths ?? []),
    ...rules("allow", "file-read* file-write*", [...writablePaths, temporaryDirectory]),
    ...rules("deny", "file-write*", readOnlyPaths ?? []),
    // Renaming a directory would move the protected paths inside it.
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
  // Only our proxy is reachable: no other service of this computer and no unix socket.
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

/** A string literal of the profile language, in which only these two characters are special. */
function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
