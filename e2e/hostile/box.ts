import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The directory in which hostile commands run. It is private to the box and deleted with it. */
export const boxFolder = "/tmp/box";

/**
 * Runs a program inside bubblewrap, with a read-only system, no network, no home and its own /tmp.
 *
 * Shapes: `words` are the arguments. Returns the exit status; null when bubblewrap doesn't work.
 */
export function runInBox(program: string, words: readonly string[]): number | null {
  const box = [
    "--die-with-parent --unshare-all --unshare-user --cap-drop ALL --ro-bind / / --dev /dev --proc /proc".split(
      " ",
    ),
    ["--tmpfs", "/tmp", "--tmpfs", "/run", "--tmpfs", "/root", "--tmpfs", "/home"],
    [
      "--ro-bind",
      repository,
      repository,
      "--ro-bind",
      dirname(process.execPath),
      dirname(process.execPath),
    ],
    ["--setenv", "HOME", boxFolder, "--chdir", repository],
  ].flat();
  const probe = spawnSync("bwrap", [...box, "true"], { stdio: "ignore" });
  if (probe.status !== 0) return null;
  const { status } = spawnSync("bwrap", [...box, process.execPath, program, ...words], {
    stdio: "inherit",
  });
  return status ?? 1;
}
