import { existsSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Phrase, recorded, verbatim } from "@toolwright/core/internal";
import { type Places, realRoot } from "@toolwright/runtime/internal";
import { phrase } from "../language/phrase.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { firstLineOf } from "./first-line-of.ts";

/** Checks the parts that only some calls need, each as it is first used. */
export function examineParts(places: Places): Promise<readonly Check[]> {
  const again = phrase("install toolwright again with all of its dependencies");
  return Promise.all([
    examineBash(),
    examineStages(places),
    examineTerminals(),
    examinePackage("programs", "@jitl/quickjs-wasmfile-release-sync", again),
    examinePackage("code", "@vscode/tree-sitter-wasm", again),
    examineImages(),
  ]);
}

async function examineBash(): Promise<Check> {
  const found = await firstLineOf("bash", ["--version"]);
  return found.problem === undefined
    ? ok("bash", verbatim(found.line))
    : fail("bash", found.problem, phrase("install bash; without it no command runs"));
}

/** Opens a stage and closes it: only the kernel knows whether it lets this user mount one. */
async function examineStages(places: Places): Promise<Check> {
  const { openOverlay } = await import("@toolwright/sandbox/internal");
  const { removeTree } = await import("@toolwright/workspace/stage");
  const { stateDirectory } = places;
  // Its file system counts, as stages lie there.
  const parent = existsSync(stateDirectory) ? stateDirectory : tmpdir();
  let directory: string;
  try {
    directory = mkdtempSync(join(parent, "doctor-"));
  } catch {
    return warn(
      "stages",
      phrase("{path} isn't writable", { path: parent }),
      phrase("make it writable"),
    );
  }
  try {
    const overlay = await openOverlay({ roots: [realRoot(places.workspace)], directory });
    if (typeof overlay === "string") {
      return ok(
        "stages",
        phrase(
          "in copies of the workspace, because {reason}. Large workspaces need an overlay: Linux, util-linux (unshare, nsenter) and user namespaces",
          { reason: recorded(overlay) },
        ),
      );
    }
    await overlay.close();
    return ok("stages", phrase("in an overlay of the workspace, of any size"));
  } finally {
    removeTree(directory);
  }
}

async function examineTerminals(): Promise<Check> {
  const { loadTerminals } = await import("@toolwright/sandbox/internal");
  const isThere = await loads(loadTerminals);
  return isThere
    ? ok("tty", phrase("commands can run in a terminal"))
    : warn(
        "tty",
        phrase("commands can't run in a terminal"),
        phrase("install toolwright again with optional dependencies"),
      );
}

async function examinePackage(name: string, packageName: string, fix: Phrase): Promise<Check> {
  const isThere = await loads(() => createRequire(import.meta.url).resolve(packageName));
  return isThere
    ? ok(name, verbatim(packageName))
    : fail(name, phrase("{packageName} isn't installed", { packageName }), fix);
}

async function examineImages(): Promise<Check> {
  const { loadImageScaler } = await import("@toolwright/tools/internal");
  return ok(
    "images",
    (await loadImageScaler()) === null
      ? phrase("large ones are refused. To scale them down: npm install sharp")
      : phrase("sharp scales large ones down"),
  );
}

async function loads(load: () => unknown): Promise<boolean> {
  try {
    await load();
    return true;
  } catch {
    return false;
  }
}
