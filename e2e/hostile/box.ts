import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The directory in which hostile commands run: private to the box, and deleted with it. */
export const boxFolder = "/tmp/box";

/**
 * Runs this program again inside bubblewrap: the system read-only, no network, no home, a /tmp of its own.
 *
 * Shapes: `words` are the arguments. Returns its exit status; null where bubblewrap doesn't work.
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
