import { describe, expect, it } from "vitest";
import { effectsOf, onlyLooks } from "../fixtures/effects-of.ts";

const looking = [
  "ls -lahS",
  "ls -lt --time-style=long-iso",
  "ls --color=never -1 src",
  "ls -R src",
  "ls -I node_modules",
  "ls -d */",
  "tree -L 2 -I node_modules",
  "tree -a -L 3 --dirsfirst src",
  "tree -J src",
  "du -sh .",
  "du -sh *",
  "du -h --max-depth=1",
  "du -d1 -h src | sort -hr",
  "df -h /",
  "df -hT .",
  "stat -c '%s %n' package.json",
  "stat --format=%Y a.txt",
  "file -b --mime-type a.png",
  "file src/*.ts",
  "readlink -f src/link",
  "realpath --relative-to=. src/a.ts",
  'basename "$PWD"',
  "dirname src/a/b.ts",
  "ls -la --group-directories-first",
  "ls -la src/ test/",
  "ls -l --sort=time",
  "du -sk src test",
  "du -ah --max-depth 2 .",
  "stat -f '%z' a",
  "basename -s .ts src/*.ts",
  'dirname "$(readlink -f a)"',
  "file -i a b",
  "tree -d -L 2",
  "tree -I 'node_modules|dist'",
  "tree -fi src",
];

const effects: Readonly<Record<string, string>> = {
  "tree -o out": "list **, write out",
  "tree -Po a out": "list **, write out",
  "tree -aIo x out src": "list src/**, write out",
  "file -m a:/etc/passwd b": "read /etc/passwd, read a, read b",
  "tree /etc": "list /etc/**",
  "stat /etc/shadow": "read /etc/shadow",
  "ls /": "read /",
  "ls ..": "read /",
  "ls ~": "read /home/me",
  "realpath /etc": "read /etc",
};

const asking = [
  "du -L .",
  "ls -LR",
  "ls -lL src -R",
  "file -C -m x",
  "file -z a",
  "file -f list",
  "file *",
  "tree -R -H . -L 1 -o x",
  "tree -l",
  "tree -Po a b",
  "tree -aR",
  "tree *",
];

describe("facts of files", () => {
  it.each(looking)("only looks at the workspace: %s", (command) => {
    expect(effectsOf(command).filter((line) => !/^(?:read|list) [^/]/.test(line))).toEqual([]);
  });

  it.each(Object.entries(effects))("says what %s does: %s", (command, expected) => {
    expect(effectsOf(command).join(", ")).toBe(expected);
  });

  it.each(asking)("doesn't pass for harmless: %s", (command) => {
    expect(onlyLooks(command)).toBe(false);
  });
});
