import { basename, join } from "node:path";
import type { Effect } from "@toolwright/core";
import type { TraceEvent } from "./trace.ts";
import type { World } from "./world.ts";

/** An action of an allowed command that its effects don't cover. */
export interface Violation {
  readonly kind: TraceEvent["kind"] | "changed";
  readonly target: string;
  readonly call: string;
}

/** The programs that each program starts for its own work, and that no file or setting names. */
const ownHelpers: Readonly<Record<string, string>> = {
  apt: "dpkg",
  "apt-cache": "dpkg",
  bzegrep: "bzgrep bzip2 egrep grep sed expr",
  bzfgrep: "bzgrep bzip2 fgrep grep sed expr",
  bzgrep: "bzip2 egrep fgrep grep sed expr",
  corepack: "node env",
  diff3: "diff",
  dpkg: "dpkg-deb dpkg-query",
  egrep: "grep",
  fgrep: "grep",
  git: "git git-bisect git-submodule sh sed basename uname gettext envsubst man col",
  gunzip: "gzip",
  ldd: "bash cat file",
  locale: "gzip",
  lzgrep: "xz gzip bzip2 zstd grep sed expr",
  man: "groff nroff troff grotty tbl preconv locale less cat man",
  mvn: "java uname ls dirname expr",
  npm: "node env",
  npx: "node env",
  pnpm: "node env",
  sdiff: "diff",
  service: "basename",
  tar: "gzip bzip2 xz zstd",
  uncompress: "gzip",
  which: "sh",
  xargs: "echo",
  xzegrep: "xzgrep xz gzip bzip2 zstd egrep grep sed expr",
  xzfgrep: "xzgrep xz gzip bzip2 zstd fgrep grep sed expr",
  xzgrep: "xz gzip bzip2 zstd grep sed expr",
  xzless: "xz less",
  yarn: "node env",
  yq: "jq",
  zcat: "gzip",
  zcmp: "zdiff gzip cmp sed expr",
  zdiff: "gzip diff cmp sed expr",
  zegrep: "zgrep gzip grep sed expr",
  zfgrep: "zgrep gzip grep sed expr",
  zgrep: "gzip grep sed expr",
  zless: "gzip less",
  zmore: "gzip more",
  zstdgrep: "zstdcat zstd grep sed",
  zstdless: "zstdcat zstd less",
};

/** The shell that the runtime starts, and the programs that its guards run first. */
const runtimeHelpers = "bash find head cat grep git";

/**
 * Compares the actions of a command with the effects it was allowed for.
 *
 * Shapes: `effects` are those of the decision. Reads and listings of the system are ignored, because the policy
 * decides on their paths. In the box only reads of canaries count, which were never approved. Temporary files
 * are ignored.
 */
export function violationsOf(
  events: readonly TraceEvent[],
  effects: readonly Effect[],
  world: World,
): readonly Violation[] {
  const allowed = new Set([...runtimeHelpers.split(" "), ...programsIn(effects)]);
  const reaches = effects.some(({ type }) => type === "network");
  const writable = effects.flatMap((effect) =>
    effect.type === "write" || effect.type === "delete" ? [effect.realPath ?? effect.path] : [],
  );
  const temporary = join(world.folder, "temporary");
  // df opens its operands so that they get mounted, and reads nothing from them.
  const runs = effects.flatMap((effect) => (effect.type === "run" ? [effect.program] : []));
  const opensOnly = runs.length > 0 && runs.every((program) => basename(program) === "df");
  const breaks = ({ kind, target }: TraceEvent): boolean => {
    switch (kind) {
      case "execute":
        return isBelow(target, world.folder) || !allowed.has(basename(target));
      case "connect":
        return !reaches && !isHarmlessAddress(target);
      case "read":
        return !opensOnly && world.canaries.includes(target);
      case "write":
        if (isHarmlessDevice(target) || isBelow(target, temporary)) return false;
        return !writable.some((path) => isBelow(target, path));
      case "list":
        return false;
    }
  };
  const seen = new Set<string>();
  return events.filter(breaks).filter(({ kind, target }) => {
    const key = `${kind} ${target}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function programsIn(effects: readonly Effect[]): readonly string[] {
  const programs = effects.flatMap((effect) =>
    effect.type === "run" ? [basename(effect.program)] : [],
  );
  return programs.flatMap((program) => [program, ...(ownHelpers[program] ?? "").split(" ")]);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Devices and the process's own channels. */
function isHarmlessDevice(path: string): boolean {
  return (
    /^\/dev\/(?:null|tty|stdout|stderr|fd\/\d+|pts\/\d+)$/.test(path) ||
    /^(?:pipe|socket):/.test(path) ||
    /^\/proc\/(?:self|\d+)\/(?:fd|task|coredump_filter)/.test(path) ||
    // Every Java program writes performance data there, and deletes the file when it ends.
    /^\/tmp\/hsperfdata_\w+(?:\/\d+)?$/.test(path)
  );
}

/** The daemon from which glibc gets the names of users, and sockets that only test what the kernel supports. */
function isHarmlessAddress(address: string): boolean {
  if (/AF_NETLINK|AF_UNSPEC/.test(address)) return true;
  if (/AF_UNIX.*"(?:\/var)?\/run\/(?:nscd|systemd\/userdb)/.test(address)) return true;
  return /port=htons\(0\).*"(?:127\.0\.0\.1|::1)"/.test(address);
}
