// Bundles the command line into few files: loading the packages one module at a time took twice as
// long as the whole of a short command. What is imported dynamically stays in chunks of its own.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join, sep } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { oldestNode, root } from "./repository.ts";

const packageFolder = join(root, "packages", "cli");
const outputFolder = join(packageFolder, "dist");

/** Used where a person has installed it. */
const optional = "sharp";

/** Left out of the bundle: programs and binaries found beside their packages. */
const external = [/^node:/, /^@vscode\/ripgrep$/, /^sharp$/];

/** Our own modules that a session needs whatever is called in it: not the tools and what only they use. */
const ownParts = new RegExp(
  [
    // What takes the place of syntax that the oldest Node lacks.
    "@oxc-project.runtime",
    "rolldown/runtime",
    "node_modules/zod/",
    "packages/core/src/",
    "packages/workspace/src/(?!undo/(?!open-ended|path-state|places|state-look|unfinished))",
    "packages/cli/src/(?:approvers/attach-approver|commands/(?:cancel-on-interrupt|open-session|outcome-text)|input/|language/phrase|listed-tools/|output/|terminal/transcript/known-display)",
    "packages/runtime/src/(?!approvals/|(?:[a-z]+/)?(?:check-|discovery|follow-|hook-answer|loosenings|mcp-file|parse-|permitted-|run-command|server-authorization|server-loosenings|session-servers|settings-hooks|settings-schema|watch-))",
    "packages/profiles/src/(?:call-aliases|index|profile-tool|profiles)\\.",
    "packages/tools/src/builtin-tools\\.",
    "packages/tools/src/language/phrase",
    "packages/tools/src/(?:text|text-file)/",
    "packages/tools/src/file-view/(?:image-size|(?:file|keyword|lines)-view)",
    "packages/tools/src/shell/command-limits",
    "packages/tools/src/web-search/search-services",
  ]
    .join("|")
    .replaceAll("/", "[\\\\/]"),
);

/**
 * Node's own modules are fetched instead of imported. An import makes Node read every export of such a
 * module, and some (streams of `node:fs`, `webcrypto`) load much more: it cost 7 ms of a short command.
 */
const builtinsWithoutFacades: Plugin = {
  name: "builtins-without-facades",
  renderChunk: (code) =>
    code.replaceAll(
      /^import \{ ([^}]+) \} from "(node:[a-z_/]+)";$/gm,
      (_, names: string, module: string) =>
        `const { ${names.replaceAll(" as ", ": ")} } = process.getBuiltinModule("${module}");`,
    ),
};

/**
 * The functions of what nearly every command loads become `const name = (function () {…});`. Node's compile cache
 * holds only what V8 compiles while it reads a file, and these parentheses tell V8 to compile a function then.
 * Without them each start compiled every function that it called, which cost 6 ms of a short command.
 */
const compiledAhead: Plugin = {
  name: "compiled-ahead",
  renderChunk(code, { name }) {
    // Parts that import each other would miss functions that aren't declared; these two import no such part.
    if (name !== "start" && name !== "session") return null;
    const { body } = parseAst(code);
    const imports = body.filter(({ type }) => type === "ImportDeclaration");
    const functions = body.flatMap((node) => {
      if (node.type !== "FunctionDeclaration" || !("id" in node) || node.id === null) return [];
      return [{ start: node.start, end: node.end, id: node.id }];
    });
    const textOf = ({ start, end }: Span): string => code.slice(start, end);
    // As declarations are, they are there before anything else runs.
    const ahead = functions.map(
      ({ start, end, id }) =>
        `const ${id.name} = (${code.slice(start, id.start)}${code.slice(id.end, end)});`,
    );
    return [...imports.map(textOf), ...ahead, without(code, [...imports, ...functions])].join("\n");
  },
};

interface Span {
  readonly start: number;
  readonly end: number;
}

function without(text: string, spans: readonly Span[]): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    rest += text.slice(at, start);
    at = end;
  }
  return rest + text.slice(at);
}

/** Bundles `main.ts` and its lazy parts. Resolves to an empty text, or to what went wrong. */
export async function bundleCommandLine(): Promise<string> {
  const bundle = await rolldown({
    cwd: root,
    input: { main: join(packageFolder, "src", "main.ts") },
    platform: "node",
    external,
    resolve: {
      conditionNames: ["source", "node", "import", "default"],
      // Modules first: CommonJS wrapped for every loader (jsonc-parser) requires what no bundler sees.
      mainFields: ["module", "main"],
      // Its own bring a second copy of a library for JSON Schema, and it runs at every start.
      alias: { "@modelcontextprotocol/server/_shims": join(root, "scripts", "mcp-shims.ts") },
    },
    tsconfig: join(root, "tsconfig.json"),
    transform: {
      target: `node${oldestNode}`,
      define: {
        // The terminal library would write what is on the screen into files.
        "process.env.PI_TUI_DEBUG": '""',
        "process.env.PI_TUI_WRITE_LOG": '""',
        // A schema compiled to code pays off after hundreds of values; most of a start's see one.
        "globalThis.__zod_globalConfig": '{ "jitless": true }',
      },
    },
    logLevel: "warn",
    preserveEntrySignatures: "allow-extension",
    // All tools in one module beside the ones that load them one by one.
    checks: { ineffectiveDynamicImport: false },
  });
  try {
    const { output } = await bundle.write({
      dir: outputFolder,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      // Reading the text takes time even with the compile cache; lines and names stay, for stack traces.
      comments: false,
      minify: {
        compress: false,
        mangle: { toplevel: true, keepNames: { function: true, class: true } },
        codegen: { removeWhitespace: true },
      },
      // What nearly every command uses is in one file: each file takes half a millisecond to find.
      codeSplitting: {
        groups: [
          { name: "start", tags: ["$initial"], test: /(?<!main)\.ts$/, priority: 2 },
          { name: "session", test: ownParts, minShareCount: 2, priority: 1 },
        ],
        includeDependenciesRecursively: false,
      },
      plugins: [builtinsWithoutFacades, compiledAhead],
    });
    const chunks = output.filter((part) => part.type === "chunk");
    removeOldChunks(new Set(chunks.map((chunk) => basename(chunk.fileName))));
    writeFileSync(join(outputFolder, "third-party-licenses.txt"), licenses(chunks));
    return undeclaredImports(chunks);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await bundle.close();
  }
}

function removeOldChunks(current: ReadonlySet<string>): void {
  const folder = join(outputFolder, "chunks");
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)) {
    if (!current.has(file)) rmSync(join(folder, file));
  }
}

/** An import that is left in the bundle must be a dependency of the package people install. */
function undeclaredImports(chunks: readonly OutputChunk[]): string {
  const manifest = readManifest(packageFolder);
  const inside = new Set(chunks.map((chunk) => chunk.fileName));
  const undeclared = chunks
    .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
    .filter((name) => !inside.has(name) && !name.startsWith("node:"))
    .filter((name) => name !== optional && !builtinModules.includes(name))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"))
    .filter((name) => !(name in (manifest.dependencies ?? {})));
  if (undeclared.length === 0) return "";
  const names = [...new Set(undeclared)].join(", ");
  return `The bundle imports ${names}, which packages/cli/package.json doesn't list.`;
}

/** The licence texts of everything from elsewhere that went into the bundle. */
function licenses(chunks: readonly OutputChunk[]): string {
  const folders = new Set<string>();
  const marker = `${sep}node_modules${sep}`;
  for (const id of chunks.flatMap((chunk) => Object.keys(chunk.modules))) {
    const end = id.lastIndexOf(marker);
    if (end === -1) continue;
    const [first = "", second = ""] = id.slice(end + marker.length).split(sep);
    folders.add(
      id.slice(0, end + marker.length) + (first.startsWith("@") ? join(first, second) : first),
    );
  }
  return [...folders].sort().map(licenseOf).join("\n");
}

function licenseOf(folder: string): string {
  const { name, version, license } = readManifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

type Manifest = {
  name?: string;
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
};

function readManifest(folder: string): Manifest {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}
