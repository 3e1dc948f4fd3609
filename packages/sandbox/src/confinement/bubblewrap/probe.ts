import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxProfile } from "@toolwright/core/ports";
import { makeTemporaryDirectory } from "../temporary-directory.ts";
import { filterFile } from "./filter-file.ts";
import { firstLineOf, runProbe, whileListening } from "../run-probe.ts";
import type { ConfinableCommand, ConfinedCommand } from "../sandbox-backend.ts";

type Wrap = (command: ConfinableCommand, profile: SandboxProfile) => Promise<ConfinedCommand>;

/**
 * Starts a sandboxed shell that tries to break out, and checks the result from outside. Returns null if it
 * ran and every attempt failed, otherwise what was wrong, as the end of a sentence.
 */
export async function probe(wrap: Wrap): Promise<string | null> {
  const place = makeTemporaryDirectory("probe");
  try {
    return await whileListening((port) => tryOut(wrap, place, port));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function tryOut(wrap: Wrap, place: string, port: number): Promise<string | null> {
  const inside = join(place, "inside");
  const outside = join(place, "outside");
  mkdirSync(join(inside, "kept"), { recursive: true });
  mkdirSync(outside);
  const secret = randomBytes(12).toString("hex");
  writeFileSync(join(inside, "secret"), secret);
  const confined = await wrap(
    {
      program: existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh",
      arguments: ["-c", attempts, "probe", String(port), outside],
      cwd: inside,
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" },
      isInTerminal: false,
    },
    {
      writablePaths: [inside],
      // Shown although it is temporary: a write must be refused, not merely lost.
      readablePaths: [outside],
      readOnlyPaths: [join(inside, "kept"), join(inside, "not-there", "yet")],
      maskedPaths: [join(inside, "secret")],
      network: "off",
    },
  );
  const { error, output } = await runProbe(confined);
  // Only a shell that ran here can have computed this number.
  if (readOrEmpty(join(inside, "ran")) !== `${port + 1}\n`) {
    return `does not run here: ${firstLineOf(error)}.`;
  }
  const escapes = [
    existsSync(join(outside, "file")) && "writing outside",
    existsSync(join(inside, "kept", "file")) && "writing to a protected directory",
    existsSync(join(inside, "not-there")) && "creating a protected directory",
    output.includes(secret) && "reading a masked file",
    /^connected$/m.test(output) && "a connection",
    !isOwnNamespace(output, "net") && "the network of the system",
    !isOwnNamespace(output, "pid") && "the processes of the system",
    !isOwnNamespace(output, "mnt") && "the mounts of the system",
    !isOwnNamespace(output, "user") && "the users of the system",
    /^nested$/m.test(output) && "a user namespace in it",
    /^remounted$/m.test(output) && "a mount made writable",
    /^tunable$/m.test(output) && "the settings of the kernel",
    filterFile() !== null && /^setuid$/m.test(output) && "a setuid file",
    !/^CapEff:\s*0+$/m.test(output) && "special rights",
    !/^CapBnd:\s*0+$/m.test(output) && "the way to special rights",
    !/^run \[\]$/m.test(output) && "sockets in /run",
  ].filter((escape) => escape !== false);
  if (escapes.length === 0) return null;
  return `runs here but does not confine: it allowed ${escapes.join(", ")}.`;
}

// `$1` is a port with a listener, `$2` a directory outside.
const attempts = `
exec 2>/dev/null
echo "run [$(ls -A /run)]"
echo $(($1 + 1)) > ran
echo x > "$2/file"
echo x > kept/file
mkdir -p not-there/yet
cat secret; echo
(exec 3<>/dev/tcp/127.0.0.1/$1) && echo connected
for name in net pid mnt user; do echo "$name $(readlink /proc/self/ns/$name)"; done
unshare -U true && echo nested
mount -o remount,rw,bind / && echo remounted
for name in kernel/core_pattern kernel/modprobe vm/drop_caches; do
  [ -w /proc/sys/$name ] && echo tunable
done
touch bits; chmod u+s bits && echo setuid
grep '^Cap' /proc/self/status
`;

function isOwnNamespace(output: string, name: string): boolean {
  const [, inside] = new RegExp(`^${name} (${name}:\\[\\d+\\])$`, "m").exec(output) ?? [];
  return inside !== undefined && inside !== readlinkSync(`/proc/self/ns/${name}`);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The shell did not get that far.
    return "";
  }
}
