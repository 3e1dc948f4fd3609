// Bundles each library's entries into few files: loading core one module at a time took three times
// as long as starting Node, in one file a third more. The compiler writes the types only.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";
import { oldestNode, packageFolders, root } from "./repository.ts";

type Manifest = {
  readonly exports: Readonly<Record<string, { readonly source: string; readonly default: string }>>;
  readonly bin?: unknown;
};

/** Bundles every library below `packages/`. Resolves to an empty text, or to what went wrong. */
export async function bundleLibraries(): Promise<string> {
  for (const folder of packageFolders()) {
    const manifest = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    ) as Manifest;
    // The command line has a bundle of its own.
    if (manifest.bin !== undefined) continue;
    const problem = await bundleLibrary(join(root, folder), manifest);
    if (problem !== "") return problem;
  }
  return "";
}

async function bundleLibrary(folder: string, manifest: Manifest): Promise<string> {
  const output = join(folder, "dist");
  const input = Object.fromEntries(
    Object.values(manifest.exports).map((entry) => [
      relative(output, join(folder, entry.default)).replace(/\.js$/, ""),
      join(folder, entry.source),
    ]),
  );
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: "neutral",
    // Siblings and dependencies are the installer's; a helper of the transformation is ours.
    external: (id) => !/^(?:[./]|@oxc-project\/runtime\/)/.test(id),
    tsconfig: join(root, "tsconfig.json"),
    transform: { target: `node${oldestNode}` },
    logLevel: "warn",
    // An entry with all tools beside one that loads them one by one: each is right for its users.
    checks: { ineffectiveDynamicImport: false },
  });
  try {
    const { output: parts } = await bundle.write({
      dir: output,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      sourcemap: true,
      // Comments and white space only: reading the text is most of what importing costs.
      minify: {
        compress: false,
        mangle: { toplevel: true, keepNames: { function: true, class: true } },
        codegen: { removeWhitespace: true },
      },
    });
    removeOldChunks(join(output, "chunks"), new Set(parts.map(({ fileName }) => fileName)));
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await bundle.close();
  }
}

function removeOldChunks(folder: string, current: ReadonlySet<string>): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)) {
    if (!current.has(`chunks/${file}`)) rmSync(join(folder, file));
  }
}
