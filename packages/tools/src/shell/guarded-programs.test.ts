import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyze } from "@toolwright/shell-analysis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guardedPrograms } from "./guarded-programs.ts";
import { hardenedGitInBash, hardenedGitWithout } from "../git/hardened-git.ts";

const root = mkdtempSync(join(tmpdir(), "guards-"));
const stubs = join(root, "bin");
const workspace = join(root, "ws");

/** Programs that print what LISTING says, whatever their words are. */
const listers = ["find", "grep", "rg", "fd", "ls", "git"];

beforeAll(() => {
  mkdirSync(stubs);
  for (const name of listers) {
    const script = '#!/bin/sh\nprintf \'%b\' "$LISTING"\nexit "${CODE-0}"\n';
    writeFileSync(join(stubs, name), script, { mode: 0o755 });
  }
  mkdirSync(join(workspace, "src", "deep"), { recursive: true });
  mkdirSync(join(workspace, "linked", "deep"), { recursive: true });
  writeFileSync(join(workspace, "src", "a.ts"), "one\n");
  writeFileSync(join(workspace, "src", "deep", "b.ts"), "one\n");
  symlinkSync("/etc", join(workspace, "linked", "deep", "out"));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Run {
  readonly listing?: string;
  readonly code?: number;
}

function run(command: string, { listing, code = 0 }: Run = {}) {
  const path = process.env["PATH"] ?? "/usr/bin:/bin";
  const { stdout, stderr, status } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-c", "--", command],
    {
      cwd: workspace,
      encoding: "utf8",
      env: {
        ...hardenedGitWithout([]),
        ...hardenedGitInBash,
        ...guardedPrograms,
        PATH: listing === undefined ? path : `${stubs}:${path}`,
        ...(listing !== undefined && { LISTING: listing, CODE: String(code) }),
      },
    },
  );
  return { stdout, stderr, status };
}

const odd = [
  "a /etc/passwd",
  "a\\t/etc/passwd",
  "a\\n/etc/passwd",
  "a\\n ../x",
  "/etc/passwd",
  "../x",
  "a/../../x",
  "a/..",
  "..",
  "-f",
  "a\\n-f",
  "~",
  "a\\n~root/x",
  "a'b",
  'a"b',
  "a\\\\b",
  "a*",
  "a?",
  ".[.]",
  "src/.[.]/x",
  "\\f/etc/passwd",
  "a\\r/etc",
  "\\v/etc/passwd",
];

describe("guards before what lists files", () => {
  it.each(["find src", "git ls-files", "grep -rl x src", "rg -l x", "fd x", "ls"])(
    "let plain names of %s through, with the exit status",
    (command) => {
      const listing = "src/a.ts\\napp/[id]/x.tsx\\n./b,c=d+e@f~g.md\\n.github\\n";
      const { stdout, stderr, status } = run(command, { listing, code: 3 });
      expect([stdout, stderr, status]).toEqual([listing.replaceAll("\\n", "\n"), "", 3]);
      expect(run(command, { listing: "" })).toEqual({ stdout: "", stderr: "", status: 0 });
    },
  );

  it.each(odd)("stop at the name %j", (listing) => {
    for (const text of [listing, `a\\n${listing}\\nb\\n`]) {
      const { stdout, stderr, status } = run("find src", { listing: text });
      expect([stdout, status]).toEqual(["", 1]);
      expect(stderr).toMatch(/^find: stopped, because it would list a name .* find … -print0/);
    }
  });

  // The words of one and the other must agree: this is what both have to say of them.
  const flags: Readonly<Record<string, readonly string[]>> = {
    find: [
      "",
      "-type f",
      "-name '*.ts'",
      "-print",
      "-print0",
      "-printf x",
      "-ls",
      "-exec x ;",
      "-L",
    ],
    grep: [
      "-l x",
      "-rl x",
      "-rlZ x",
      "-ril x",
      "-rn x",
      "-L x",
      "-lz x",
      "--null -l x",
      "-Rl x",
    ].concat([
      "--files-with-matches x",
      "--files-without-match x",
      "-e -l",
      "-rl --include=*.ts x",
    ]),
    rg: [
      "-l x",
      "--files",
      "--files-with-matches x",
      "-0l x",
      "--null -l x",
      "-n x",
      "-lL x",
      "-L -l x",
    ].concat([
      "--files-without-match x",
      "-il x",
      "--files -g x",
      "-l x -t ts",
      "--files --hidden",
    ]),
    fd: ["x", "-e ts", "-0 x", "-x cat", "-l", "-t f x", "-H x", "--type f x", "-HI x"],
    ls: ["", "-1", "-l", "-a", "-lA", "--color", "-R", "-At", "-1U"],
    git: [
      "ls-files",
      "ls-files -z",
      "ls-files -o --exclude-standard",
      "ls-files -s",
      "ls-files -m x",
    ]
      .concat(["diff --name-only", "diff --name-only -z", "diff --stat", "grep -l x", "grep -il x"])
      .concat(["grep --name-only x", "ls-tree -r --name-only HEAD", "ls-tree HEAD", "grep -lz x"])
      .concat([
        "diff --cached --name-only --diff-filter=A",
        "grep --files-with-matches x",
        "branch",
      ]),
  };
  const commands = Object.entries(flags).flatMap(([program, all]) =>
    all.flatMap((words) => [`${program} ${words}`, `${program} ${words} src`]),
  );

  it("stand wherever the analysis relies on them", () => {
    const relied = commands.filter((command) => {
      const { complete, needsGuards } = analyze(`${command} | xargs cat`, {
        cwd: "/w",
        home: "/home/dev",
        hasGuards: true,
      });
      return complete && needsGuards;
    });
    expect(relied.length).toBeGreaterThan(40);
    const through = relied.filter(
      (command) => run(command, { listing: "a /etc/passwd\\n" }).stdout !== "",
    );
    expect(through).toEqual([]);
  });
});

describe("guards before what follows links", () => {
  it.each([
    "grep -R one",
    "grep -Rn --include=*.ts one",
    "grep --dereference-recursive one",
    "find -L",
    "diff -r src",
    "diff -qr src",
    "diff --recursive src",
  ])("let %s run where there is none, and stop it where there is", (command) => {
    expect(run(`${command} src`).stderr).toBe("");
    const { stdout, stderr, status } = run(`${command} linked`);
    expect([stdout, status]).toEqual(["", 1]);
    expect(stderr).toMatch(/: stopped, because it would follow links below linked\./);
  });

  it("stop rg before it starts", () => {
    const alone = mkdtempSync(join(root, "rg-"));
    writeFileSync(join(alone, "rg"), "#!/bin/sh\necho started\n", { mode: 0o755 });
    const start = (words: string) => run(`PATH="${alone}:$PATH"; rg ${words}`);
    for (const flag of ["-L", "-nL", "--follow"]) {
      expect(start(`${flag} x src`).stdout).toBe("started\n");
      expect(start(`${flag} x linked`).stdout).toBe("");
      expect(start(`${flag} x linked`).stderr).toMatch(/^rg: stopped/);
    }
  });

  it("leave what follows none as it is", () => {
    expect(run("grep -r one src linked | wc -l").stdout.trim()).toBe("2");
    expect(run("diff -r --no-dereference linked linked; echo $?").stdout).toBe("0\n");
    expect(run("find linked -name out").stdout).toBe("linked/deep/out\n");
  });
});

describe("the guard that leaves out what is hidden", () => {
  const alone = mkdtempSync(join(root, "words-"));
  writeFileSync(join(alone, "rg"), "#!/bin/sh\nprintf '%s ' \"$@\"\n", { mode: 0o755 });
  const words = (line: string): string => run(`PATH="${alone}:$PATH"; rg ${line}`).stdout.trimEnd();

  it.each(["foo", "-n foo src", "-e -x src", "-tts foo", "-g '*.ts' foo", "-eutis src", "-ru foo"])(
    "stands before rg %s",
    (line) => {
      expect(words(line)).toBe(`--iglob=!.* ${line.replaceAll("'", "")}`);
    },
  );

  it.each([
    "--hidden foo",
    "-. foo",
    "-u foo",
    "-uu foo",
    "-nu foo",
    "--iglob=x foo",
    "--unrestricted foo",
  ])("doesn't stand before rg %s", (line) => {
    expect(words(line)).toBe(line);
  });

  it("stands wherever the analysis takes hidden files for left out", () => {
    const options = { cwd: "/w", home: "/home/dev", hasGuards: true };
    const lines =
      "foo|-e -u|-e -. src|-eu|-u foo|-nu foo|-. foo|--hidden foo|-- -u|foo -- -u|-t ts foo|-g x foo|--iglob x foo|-r -u foo|--regexp=-u|--regexp -u src|-uu|-- foo|-A 1 foo|-m1 foo src|foo ./-u".split(
        "|",
      );
    const wrong = lines.filter((line) => {
      const { effects } = analyze(`rg ${line}`, options);
      const skips = effects.some((effect) => effect.type === "read" && effect.skipsHidden === true);
      return skips && !words(line).startsWith("--iglob=!.*");
    });
    expect(wrong).toEqual([]);
    const visible = analyze("rg foo", options).effects;
    expect(visible).toContainEqual({
      type: "read",
      path: "/w",
      recursive: true,
      skipsHidden: true,
    });
  });
});

describe("guards before what a project chooses", () => {
  const alone = mkdtempSync(join(root, "versions-"));
  const start = (command: string) => run(`PATH="${alone}:$PATH"; ${command}`);
  const script =
    '#!/bin/sh\npwd\necho "${COREPACK_ENABLE_NETWORK-} ${RUSTUP_AUTO_INSTALL-} $*"\nexit 3\n';
  for (const name of ["cargo", "yarn", "pnpm", "rustc", "mvn", "python3", "npm"]) {
    writeFileSync(join(alone, name), script, { mode: 0o755 });
  }

  it.each([
    "cargo --version",
    "yarn -v",
    "pnpm --version",
    "rustc -V",
    "mvn -v",
    "python3 -V",
    "npm -v",
  ])("start %s outside of it, and say so behind its output", (command) => {
    const [, flag] = command.split(" ");
    const { stdout, stderr, status } = start(`${command} 2>&1; echo $?; pwd`);
    const lines = stdout.split("\n");
    expect([lines[0], lines[1], lines[3]]).toEqual(["/", `0 0 ${flag}`, "3"]);
    expect(lines[2]).toMatch(/ran outside the project/);
    expect(lines[4]).toMatch(/ws$/);
    expect([stderr, status]).toEqual(["", 0]);
  });

  it.each(["cargo build", "yarn --version x", "pnpm", "cargo --config x"])(
    "start %s as it is",
    (command) => {
      expect(start(command).stdout.split("\n")[0]).toMatch(/ws$/);
    },
  );
});

describe("the guard before python's json.tool", () => {
  const folder = mkdtempSync(join(root, "json-"));
  const inFolder = (command: string, path = "$PATH") =>
    run(`cd '${folder}'; PATH="${path}"; ${command}`);
  mkdirSync(join(folder, "json"));
  const planted = `import os; open(${JSON.stringify(join(folder, "planted"))}, "w").write("x")\n`;
  for (const name of ["json/__init__.py", "json/tool.py", "argparse.py", "sitecustomize.py"]) {
    writeFileSync(join(folder, name), planted);
  }
  writeFileSync(join(folder, "a b.json"), '{"b":1,"a":"é"}');
  const stub = mkdtempSync(join(root, "python-"));
  writeFileSync(join(stub, "python3"), '#!/bin/sh\npwd\necho "$*"\ncat\n', { mode: 0o755 });
  const known = [
    "python3 -m json.tool 'a b.json'",
    "python3 -m json.tool --compact --sort-keys 'a b.json'",
    "python3 -m json.tool --indent=1 < 'a b.json'",
    `python3 -m json.tool '${folder}/a b.json'`,
  ];

  it.skipIf(spawnSync("python3", ["--version"]).status !== 0)(
    "loads nothing of the project's, whatever the environment says",
    () => {
      const { stdout, status } = inFolder(
        `export PYTHONPATH='${folder}' PYTHONSTARTUP=sitecustomize.py; python3 -m json.tool --compact 'a b.json'`,
      );
      expect([stdout, status]).toEqual(['{"b":1,"a":"\\u00e9"}\n', 0]);
      expect(existsSync(join(folder, "planted"))).toBe(false);
    },
  );

  it.each(known)("starts python outside of the project, isolated, for %s", (command) => {
    const analysis = analyze(command, { cwd: folder, home: "/home/dev", hasGuards: true });
    expect([analysis.complete, analysis.needsGuards]).toEqual([true, true]);
    const [place, words, ...text] = inFolder(command, `${stub}:$PATH`).stdout.split("\n");
    expect(place).toBe("/");
    expect(words).toMatch(/^-I -B -m json\.tool(?: --\S+)*$/);
    expect(text.join("\n")).toBe('{"b":1,"a":"é"}');
  });

  it.each([
    "python3 -m json.tool x.json y.json",
    "python3 -m json.tool /dev/null",
    "python3 -m json.tool -",
    "python3 -m json.tool x.json --compact",
    "python3 '-m json.tool'",
    "python3 -m json.tools x.json",
    "python3 a.py",
  ])("leaves %s as it is, which the analysis doesn't know", (command) => {
    const analysis = analyze(command, { cwd: folder, home: "/home/dev", hasGuards: true });
    expect(analysis.complete && analysis.effects.every(({ type }) => type !== "run")).toBe(false);
    const [place, words] = inFolder(`${command} < /dev/null`, `${stub}:$PATH`).stdout.split("\n");
    expect([place, words]).toEqual([folder, command.replace(/^python3 /, "").replaceAll("'", "")]);
  });

  it("holds under set -eu, too", () => {
    const { stdout, stderr } = inFolder("set -eu; python3 a; python3; python3 -V", `${stub}:$PATH`);
    expect(stdout.split("\n")).toEqual([folder, "a", folder, "", "/", "-V", ""]);
    expect(stderr).toMatch(/^\(python3 ran outside/);
  });

  it("never lets bash connect for the file", () => {
    const { stderr, status } = inFolder("python3 -m json.tool dev/tcp/127.0.0.1/1");
    expect(status).toBe(1);
    expect(stderr).toContain("No such file or directory");
  });
});

describe("the guard before node --check", () => {
  const folder = realpathSync(mkdtempSync(join(root, "check-")));
  const inFolder = (command: string, path = "$PATH") =>
    run(`cd '${folder}'; PATH="${path}"; ${command}`);
  const planted = join(folder, "planted");
  writeFileSync(
    join(folder, "good.js"),
    `require("fs").writeFileSync(${JSON.stringify(planted)}, "")\n`,
  );
  writeFileSync(join(folder, "bad.js"), "x =\n");
  writeFileSync(
    join(folder, "preload.js"),
    `require("fs").writeFileSync(${JSON.stringify(planted)}, "")\n`,
  );
  writeFileSync(join(folder, "secret.txt"), "the secret\n");
  mkdirSync(join(folder, "directory.js"));
  writeFileSync(join(folder, "directory.js/package.json"), '{"main":"../secret.txt"}');
  writeFileSync(join(folder, "extension.js.js"), "the secret\n");
  symlinkSync("secret.txt", join(folder, "link.js"));
  const stub = mkdtempSync(join(root, "node-"));
  writeFileSync(join(stub, "node"), '#!/bin/sh\npwd\necho "$*"\nenv\n', { mode: 0o755 });

  it("checks a file without running anything", () => {
    const environment = `export NODE_OPTIONS='--require=${folder}/preload.js' NODE_V8_COVERAGE='${folder}/coverage'`;
    expect(inFolder(`${environment}; node --check good.js`)).toMatchObject({
      status: 0,
      stdout: "",
    });
    const { status, stderr } = inFolder(`${environment}; node -c '${folder}/bad.js'`);
    expect(status).not.toBe(0);
    expect(stderr).toContain("SyntaxError");
    expect([existsSync(planted), existsSync(join(folder, "coverage"))]).toEqual([false, false]);
  });

  it("starts node outside of the project, with nothing from the environment", () => {
    const { stdout } = inFolder("export NODE_PATH=x; node --check good.js", `${stub}:$PATH`);
    const [place, words, ...variables] = stdout.trimEnd().split("\n");
    expect([place, words]).toEqual(["/", `--check ${folder}/good.js`]);
    expect(variables.filter((line) => !/^(?:PATH|HOME|PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual(
      [],
    );
  });

  it.each(["directory.js", "extension.js", "link.js", "missing.js", "good.js/"])(
    "stops at %s, for which node would read another file",
    (name) => {
      const { stderr, status } = inFolder(`node --check ${name}`);
      expect(status).toBe(1);
      expect(stderr).toBe(`node: stopped, because ${name} is not a plain file.\n`);
    },
  );

  it.each(["node a.js", "node", "node --check", "node --check good.js x"])(
    "leaves %s as it is",
    (command) => {
      const [place, words] = inFolder(`${command} < /dev/null`, `${stub}:$PATH`).stdout.split("\n");
      expect([place, words]).toEqual([folder, command.replace(/^node ?/, "")]);
    },
  );
});

describe("guards that the analysis rests on", () => {
  it("are there for every program whose version it takes to be asked outside", () => {
    const names =
      "node python3 ruby perl php java javac go gem pip npm cargo rustc rustfmt rustdoc rustup cargo-clippy yarn yarnpkg pnpm mvn mvnw gradle bundle bundler composer dotnet pytest py.test jest vitest mocha ava playwright poetry npx pnpx bun deno".split(
        " ",
      );
    const relied = names.filter(
      (name) =>
        analyze(`${name} --version`, { cwd: "/w", home: "/home/dev", hasGuards: true }).needsGuards,
    );
    expect(relied.length).toBeGreaterThan(9);
    expect(relied.filter((name) => !(`BASH_FUNC_${name}%%` in guardedPrograms))).toEqual([]);
  });
});

describe("git describe --dirty", () => {
  it("says what it says, and leaves the index as it is", () => {
    const repository = join(root, "repository");
    mkdirSync(repository);
    const git = (words: string) =>
      run(
        `cd ${repository} && GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a command git ${words}`,
      );
    git("init -q");
    writeFileSync(join(repository, "a"), "one");
    git("add a");
    git("commit -qm one");
    git("tag v1");
    const index = () => readFileSync(join(repository, ".git", "index"));
    const dirty = (words: string) => run(`cd ${repository} && git ${words}`).stdout;
    utimesSync(join(repository, "a"), 1, 1);
    const before = index();
    expect(dirty("describe --tags --dirty")).toBe("v1\n");
    writeFileSync(join(repository, "a"), "two");
    expect(dirty("--no-pager describe --tags --always --dirty")).toBe("v1-dirty\n");
    expect(dirty("describe --tags --dirty=+x --long")).toMatch(/^v1-0-g[0-9a-f]+\+x\n$/);
    expect(index().equals(before)).toBe(true);
    expect(run(`cd ${workspace} && git describe --dirty`).status).not.toBe(0);
  });
});

describe("command lines behind guards", () => {
  it.each([
    ["find src -name '*.ts' | sort | xargs cat", "one\none\n"],
    ["cat $(find src -name '*.ts')", "one\none\n"],
    ["for f in $(grep -rl one src | sort); do echo $f; done", "src/a.ts\nsrc/deep/b.ts\n"],
    ["find src -type f | sort | while read -r f; do wc -l < \"$f\"; done | tr -d ' '", "1\n1\n"],
    ["set -euo pipefail; grep -l none src/a.ts || echo no", "no\n"],
    ["find src -name '*.ts' -print0 | xargs -0 cat", "one\none\n"],
  ])("%s does what it says", (command, expected) => {
    expect(run(command)).toEqual({ stdout: expected, stderr: "", status: 0 });
  });

  it("read nothing outside for names that would lead there", () => {
    mkdirSync(join(workspace, "odd", "x ", "etc"), { recursive: true });
    writeFileSync(join(workspace, "odd", "x ", "etc", "hostname"), "inside");
    const { stdout, stderr } = run("cd odd && find . -type f | xargs cat; cat $(find . -type f)");
    expect(stdout).toBe("");
    expect(stderr.match(/find: stopped/g)).toHaveLength(2);
  });
});
