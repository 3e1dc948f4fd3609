// Twenty tasks of several steps in a small repository, each solved by single calls and by a program. The answers
// of both ways are computed from what the calls return, and must be the same.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Task {
  readonly task: string;
  /** The calls that a model makes one after the other. */
  readonly calls: readonly Call[];
  /** The conclusion from their texts. */
  readonly conclude: (texts: readonly string[]) => unknown;
  readonly program: string;
}

const areas = ["billing", "search", "users", "mail", "export"];
const modulesOfArea = 8;

function moduleText(area: string, at: number): string {
  const lines = Array.from(
    { length: 20 + ((at * 37 + area.length * 11) % 60) },
    (_, line) => `export const ${area}Value${at}_${line} = ${(at * 31 + line * 7) % 97};`,
  );
  if (at % 3 === 0) lines.splice(4, 0, "// TODO: remove after the move");
  return `import { log } from "../log.ts";\n\n${lines.join("\n")}\n`;
}

/** Makes the repository anew, so that every task begins with the same files. */
export function writeRepository(folder: string): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const area of areas) {
    for (let at = 0; at < modulesOfArea; at += 1) {
      put(`src/${area}/part-${at}.ts`, moduleText(area, at));
    }
    const entries = Array.from({ length: 12 }, (_, at) => ({
      id: `${area}-${at}`,
      isOpen: at % 2 === 0,
      amount: (at * 13 + area.length) % 50,
    }));
    put(`data/${area}.json`, `${JSON.stringify(entries, null, 1)}\n`);
    put(
      `packages/${area}/package.json`,
      `${JSON.stringify({ name: area, version: "1.2.3" }, null, 2)}\n`,
    );
  }
  put("src/log.ts", "export const log = console.log;\n");
}

const partsOf = (area: string): readonly string[] =>
  Array.from({ length: modulesOfArea }, (_, at) => `src/${area}/part-${at}.ts`);
const read = (path: string): Call => ({ name: "read_file", input: { path } });

/** The lines of a file from its numbered text. */
const linesOf = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => /^\d+\t(.*)$/.exec(line)?.[1] ?? []);

const longest = (area: string): Task => ({
  task: `Which module of src/${area} has the most lines, and how many?`,
  calls: [{ name: "list_directory", input: { path: `src/${area}` } }, ...partsOf(area).map(read)],
  conclude: ([, ...texts]) => {
    const counts = texts.map((text) => linesOf(text).length);
    const most = Math.max(...counts);
    return `${partsOf(area)[counts.indexOf(most)]}: ${most}`;
  },
  program: `const { paths } = await tools.find_files({ pattern: "src/${area}/*.ts" });
const files = await Promise.all(paths.map((path) => tools.read_file({ path })));
files.sort((a, b) => b.totalLines - a.totalLines || (a.path < b.path ? -1 : 1));
return files[0].path + ": " + files[0].totalLines;`,
});

const openAmounts = (area: string): Task => ({
  task: `Sum the amounts of the open entries of data/${area}.json and data/users.json.`,
  calls: [read(`data/${area}.json`), read("data/users.json")],
  conclude: (texts) =>
    texts
      .flatMap(
        (text) => JSON.parse(linesOf(text).join("\n")) as { isOpen: boolean; amount: number }[],
      )
      .reduce((sum, { isOpen, amount }) => sum + (isOpen ? amount : 0), 0),
  program: `let sum = 0;
for (const path of ["data/${area}.json", "data/users.json"])
  for (const { isOpen, amount } of JSON.parse((await tools.read_file({ path })).text)) if (isOpen) sum += amount;
return sum;`,
});

const versions = (area: string): Task => {
  const manifests = areas.map((each) => `packages/${each}/package.json`);
  const next = `"version": "1.3.0-${area}"`;
  return {
    task: `Set the version of all packages to 1.3.0-${area}.`,
    calls: [
      { name: "list_directory", input: { path: "packages" } },
      ...manifests.flatMap((path) => [
        read(path),
        { name: "edit_file", input: { path, old_string: '"version": "1.2.3"', new_string: next } },
      ]),
    ],
    conclude: ([, ...texts]) =>
      texts.filter((text, at) => at % 2 === 1 && text.includes("package.json")).length,
    program: `const { paths } = await tools.find_files({ pattern: "packages/*/package.json" });
for (const path of paths) {
  await tools.read_file({ path });
  await tools.edit_file({ path, old_string: '"version": "1.2.3"', new_string: '${next}' });
}
return paths.length;`,
  };
};

const todos = (area: string): Task => {
  const paths = partsOf(area).filter((_, at) => at % 3 === 0);
  const line = "// TODO: remove after the move\n";
  return {
    task: `Remove the line "TODO: remove after the move" from the modules of src/${area}.`,
    calls: [
      { name: "search_text", input: { pattern: "TODO: remove", path: `src/${area}` } },
      ...paths.flatMap((path) => [
        read(path),
        { name: "edit_file", input: { path, old_string: line, new_string: "" } },
      ]),
    ],
    conclude: ([, ...texts]) =>
      texts.filter((text, at) => at % 2 === 1 && text.includes("part-")).length,
    program: `const { paths } = await tools.find_files({ pattern: "src/${area}/*.ts" });
let changed = 0;
for (const path of paths) {
  const { text } = await tools.read_file({ path });
  const old_string = "// TODO: remove after the move\\n";
  if (!text.includes(old_string)) continue;
  await tools.edit_file({ path, old_string, new_string: "" });
  changed += 1;
}
return changed;`,
  };
};

/** Five of each kind: long ones, and short ones for which a program hardly pays. */
export const tasks: readonly Task[] = areas.flatMap((area) => [
  longest(area),
  openAmounts(area),
  versions(area),
  todos(area),
]);
