import type { Random } from "./random.ts";

/** A model's knowledge of the workspace. */
export interface Knowledge {
  readonly paths: readonly string[];
  /** Ids of background commands that were started. */
  readonly jobs: readonly string[];
}

const texts = ["export", "a line\nand another\n", "日本語 «secret:X»", "(unclosed", "a\tb\r\nc"];
const rareTexts = ["", "x".repeat(20_000), "\u0000", "\ud800", "y\n".repeat(50_000)];

const oddPaths = [
  "",
  ".",
  "..",
  "/",
  "~",
  "a/../../b",
  "no/such/file.ts",
  "-rf",
  "a\nb",
  ".env",
  ".git",
  "new.ts",
  "new/deep/file.md",
];

const commands = [
  "true",
  "false",
  "git status --short && git log --oneline | head -3",
  "grep -rn export . | head -50",
  "sed -i s/export/EXPORT/ $(ls *.ts | head -1)",
  "mkdir -p made/here && echo text > made/here/file.txt && ln -s file.txt made/here/link",
  "rm -rf made",
  "mv README.md OTHER.md; cp OTHER.md THIRD.md",
  "git add -A && git -c user.name=a -c user.email=a@b.example commit -qm step",
  "git stash -u; git stash pop",
  "yes 'a line of output' | head -c 3000000",
  "printf '\\033[31mred\\033[0m\\a' >&2; exit 3",
  "sleep 0.3; echo late",
  "(sleep 30 & ) ; echo left one behind",
  "sleep 60",
  "cat .env | base64",
  "echo $((1/0",
  "node -e 'process.stdin.resume()'",
  "for i in 1 2 3 4 5; do echo $i > loop-$i.txt; done",
  "chmod 600 *.ts; touch -d 2001-01-01 *.ts",
  "cat; echo it ended",
  "read -p 'Name? ' name; echo \"hello $name\" > name.txt",
  "rg -l export . | xargs sed -n 1p",
  "mkfifo pipe; mkdir -m 000 closed; ln -s /etc/passwd outside; ln -s loop loop",
  "rm -rf session; git clean -fdq; git checkout -q .",
  "setsid sleep 30 & echo in a session of its own",
];

const programs = [
  'return (await tools.find_files({ pattern: "**/*.ts" })).paths.length',
  'print(await tools.read_file({ path: "README.md" })); return await searchTools("edit")',
  'for (const i of [1, 2, 3]) await tools.write_file({ path: `program-${i}.txt`, content: "text\\n" })',
  'await Promise.all(["a", "b"].map((name) => tools.write_file({ path: "same.txt", content: name })))',
  'await tools.run_command({ command: "echo by a program > program.txt" }); throw new Error("no")',
  'tools.run_command({ command: "sleep 1" }); return 1',
  "while (true);",
  "const all = []; while (true) all.push(new Array(1e6).fill(all.length))",
  'await tools.delete_path({ path: "README.md" }); return describeTool("edit_file")',
  "await new Promise(() => {})",
  "return await tools.no_such_tool({})",
  'const { text } = await tools.read_file({ path: "README.md" }); await tools.edit_file({ path: "README.md", old_string: "Text.", new_string: text.slice(0, 9), replace_all: true })',
];

const patches = [
  "*** Begin Patch\n*** Update File: README.md\n@@\n-Text.\n+Another text.\n*** End Patch",
  "*** Begin Patch\n*** Add File: added.md\n+one\n+two\n*** End Patch",
  "*** Begin Patch\n*** Delete File: README.md\n*** Add File: README.md\n+new\n*** End Patch",
  "*** Begin Patch\n*** Update File: README.md\n*** Move to: moved/README.md\n@@\n-Text.\n+Moved.\n*** Add File: /etc/no\n+x\n*** End Patch",
  "--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,3 @@\n-# A tree\n+# A patched tree\n \n Text.\n",
];

/** Texts by the name of their field. */
const byField: Readonly<Record<string, readonly string[]>> = {
  command: commands,
  code: programs,
  patch: patches,
  pattern: ["export", "import .* from", "[a-z]+Error", "**/*.ts", "*.md", "[", "(a+)+$"],
  glob: ["*.ts", "!*.test.ts", "**/*.md"],
  args: ["status", "log", "-3", "diff", "branch", "add", ".", "reset"],
  url: ["http://127.0.0.1:9/", "http://[::1]/", "file:///etc/passwd", "http://localhost/a"],
  old_string: ["Text.", "export", "import", "# A tree", "no such text"],
  new_string: ["Text.", "Changed.", "", "export export"],
  text: ["yes\n", "name\r", "\u0003", "export const added = 1;\n"],
  keyword: ["export", "Text"],
  symbol: ["ToolError", "createSession", "Effect", "text", "noSuchSymbol"],
  new_name: ["renamed", "Renamed", "other_name", "no name"],
  content: ["text\n", "export const x = 1;\n", "line\r\n", ""],
  name: ["PATH", "HOME", "SHELL", "API_TOKEN"],
  prompt: ["Sum it up."],
  query: ["edit", "export", ""],
  wait_for_pattern: ["late", "left", "[", "."],
  cwd: [".", "policy", "made", ".."],
};

/** A text as a model might give it in a field of this name. */
export function textOf(random: Random, name: string, { paths, jobs }: Knowledge): string {
  if (random.isTrue(0.03)) return random.of(rareTexts);
  if (name === "id") return random.of(jobs.length > 0 ? [...jobs, "none"] : ["none"]);
  if (/^(?:paths?|from|to|source|destination)$/.test(name)) {
    return random.isTrue(0.8) && paths.length > 0 ? random.of(paths) : random.of(oddPaths);
  }
  return random.of(byField[name] ?? texts);
}
