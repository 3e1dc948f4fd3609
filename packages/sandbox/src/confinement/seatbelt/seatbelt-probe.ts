import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { firstLineOf, runProbe, whileListening } from "../run-probe.ts";
import { makeTemporaryDirectory } from "../temporary-directory.ts";
import type { SandboxBackend } from "../sandbox-backend.ts";

/** As the probe of bubblewrap: null, or what was wrong, as the end of a sentence. */
export async function seatbeltProbe(wrap: SandboxBackend["wrap"]): Promise<string | null> {
  const place = makeTemporaryDirectory("probe");
  try {
    return await whileListening((port) => tryOut(wrap, place, port));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function tryOut(
  wrap: SandboxBackend["wrap"],
  place: string,
  port: number,
): Promise<string | null> {
  const inside = join(place, "inside");
  mkdirSync(join(inside, "kept"), { recursive: true });
  const confined = await wrap(
    {
      program: "/bin/bash",
      arguments: ["-c", attempts, "probe", String(port), join(place, "outside")],
      cwd: inside,
      environment: { PATH: "/usr/bin:/bin" },
      isInTerminal: false,
    },
    {
      writablePaths: [inside],
      readOnlyPaths: [join(inside, "kept"), join(inside, "not-there")],
      network: "off",
    },
  );
  const { error, output } = await runProbe(confined);
  if (!existsSync(join(inside, "ran"))) return `does not run here: ${firstLineOf(error)}.`;
  const escapes = [
    existsSync(join(place, "outside")) && "writing outside",
    existsSync(join(inside, "kept", "file")) && "writing to a protected directory",
    existsSync(join(inside, "not-there")) && "creating a protected directory",
    output.includes("connected") && "a connection",
  ].filter((escape) => escape !== false);
  if (escapes.length === 0) return null;
  return `runs here but does not confine: it allowed ${escapes.join(", ")}.`;
}

// `$1` is a port with a listener, `$2` a file outside.
const attempts = `
exec 2>/dev/null
echo ran > ran
echo x > "$2"
echo x > kept/file
mkdir not-there
(exec 3<>/dev/tcp/127.0.0.1/$1) && echo connected
`;
