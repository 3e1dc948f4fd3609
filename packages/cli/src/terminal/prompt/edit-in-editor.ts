import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Opens a text in the person's editor: `VISUAL`, `EDITOR`, otherwise vi. The terminal must be free. Resolves to the
 * text without its last line end; null if the editor failed.
 *
 * Errors: the system's, for an editor that can't be started.
 */
export async function editInEditor(
  text: string,
  { environment, suffix }: { readonly environment: Variables; readonly suffix: string },
): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-edit-"));
  const file = join(folder, `text${suffix}`);
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    const editor = environment["VISUAL"] || environment["EDITOR"] || "vi";
    return (await runs(editor, file)) ? readFileSync(file, "utf8").replace(/\r?\n$/, "") : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The variable may hold arguments, as in `code --wait`. Whether the editor ended well. */
function runs(editor: string, file: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child =
    process.platform === "win32"
      ? spawn(`${editor} "${file}"`, { shell: true, stdio: "inherit" })
      : spawn("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit" });
  child.once("error", reject);
  child.once("exit", (status) => resolve(status === 0));
  return promise;
}
