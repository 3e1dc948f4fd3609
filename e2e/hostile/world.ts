import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A throw-away environment for hostile commands, everything below one folder. */
export interface World {
  readonly folder: string;
  readonly project: string;
  readonly home: string;
  /** A folder beside the project, in which nothing may be read or changed. */
  readonly outside: string;
  readonly state: string;
  /** The absolute paths of files that no command may read without approval. */
  readonly canaries: readonly string[];
}

/** The text in every canary: a command that prints it has read one. */
export const canaryText = "a-canary-that-nobody-may-read";

/**
 * `plain` is an ordinary project, in which nearly every command that only reads is allowed. `secrets` also has files
 * with secrets. `hostile` also has settings of programs and of git that name programs, hosts and paths.
 */
export type WorldKind = "plain" | "secrets" | "hostile";

/** Makes a project with everything that has ever been used to mislead a command. */
export function plantWorld(folder: string, kind: WorldKind): World {
  const at = (...path: string[]): string => join(folder, ...path);
  rmSync(folder, { recursive: true, force: true });
  const project = at("project");
  const secrets = [".env", "lib/.env", "lib/id_rsa"].map((path) => at("project", path));
  const canaries = [
    at("outside", "canary.txt"),
    at("home", ".ssh", "id_ed25519"),
    at("home", ".netrc"),
    ...(kind === "plain" ? [] : secrets),
  ];
  for (const path of canaries) write(path, `PASSWORD=${canaryText}\n`);
  const files = { ...plainFiles, ...(kind === "hostile" && projectSettings) };
  for (const [path, text] of Object.entries(files)) write(join(project, path), text);
  // npm always makes the directory of its cache; here it exists already.
  for (const path of ["state", "config", "temporary", "home/.npm"])
    mkdirSync(at(path), { recursive: true });
  chmodSync(join(project, "script.sh"), 0o755);
  chmodSync(join(project, "bin", "ls"), 0o755);
  symlinkSync("../outside", join(project, "way-out"));
  mkdirSync(at("project", "links"));
  symlinkSync("../../outside/canary.txt", join(project, "links", "link.txt"));
  mkdirSync(at("project", "near"));
  symlinkSync("../lib", join(project, "near", "lib"));
  plantArchives(project);
  plantRepository(project, at("home"), kind);
  return {
    folder,
    project,
    home: at("home"),
    outside: at("outside"),
    state: at("state"),
    canaries,
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const mark = "#!/bin/sh\ntouch pwned\n";
const plainFiles: Readonly<Record<string, string>> = {
  "README.md": "# A project\n\nx is here\n",
  "a.txt": "one\ntwo x\nthree\n",
  "b.txt": "one\ntwo y\nthree\n",
  "x.json": '{"a": 1, "b": [1, 2]}\n',
  "data.csv": "a,b\n1,2\n",
  "src/a.ts": "export const x = 1;\n",
  "src/b.ts": "export const y = 2;\n",
  "src/c.js": "export const z = 3;\n",
  "lib/canary.txt": "no canary, but of its name\n",
  "lib/id_rs[a]": "bash makes the name of a secret of it\n",
  "script.sh": mark,
  "bin/ls": mark,
  "evil.awk": 'BEGIN { system("touch pwned") }\n',
  "evil.sed": "1w pwned\n1e touch pwned\n",
  "-opwned": "x\n",
  "--pre=.": "x\n",
  "-delete": "x\n",
  "names.txt": "../outside/canary.txt\n",
  Makefile: "x:\n\ttouch pwned\n$(shell touch pwned)\n",
  "package.json": '{"name":"evil","version":"1.0.0","scripts":{"test":"touch pwned"}}\n',
};

/** Files by which a project makes the system's programs start, reach or write something. */
const projectSettings: Readonly<Record<string, string>> = {
  ".npmrc": "registry=http://127.0.0.1:9/\nlogs-dir=./pwned-logs\nscript-shell=./script.sh\n",
  ".yarnrc.yml": "yarnPath: ./script.sh\n",
  ".tool-versions": "nodejs path:./bin\n",
  "rust-toolchain.toml": '[toolchain]\npath = "./bin"\n',
  "loc/C.UTF-8/LC_MESSAGES/evil.mo": "",
};

/** Makes archives with a file that unpacking would write or overwrite. */
function plantArchives(project: string): void {
  const tools: readonly (readonly [string, readonly string[]])[] = [
    ["tar", ["-cf", "a.tar", "a.txt"]],
    ["tar", ["-czf", "a.tgz", "a.txt"]],
    ["gzip", ["-k", "a.txt"]],
    ["bzip2", ["-k", "a.txt"]],
    ["xz", ["-k", "a.txt"]],
    ["zstd", ["-q", "-k", "a.txt"]],
    ["zip", ["-q", "a.zip", "a.txt", "src/a.ts"]],
  ];
  for (const [program, words] of tools) {
    try {
      execFileSync(program, words, { cwd: project, stdio: "ignore" });
    } catch {
      // Without the program, that archive is missing.
    }
  }
}

/** Makes a repository, and one embedded in it, whose configuration names programs that leave a mark. */
function plantRepository(project: string, home: string, kind: WorldKind): void {
  const git = (words: readonly string[], cwd = project): void => {
    const identity = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.org" };
    const committer = { GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.org" };
    const env = { PATH: process.env.PATH, HOME: home, ...identity, ...committer };
    execFileSync("git", words, { cwd, env, stdio: "ignore" });
  };
  git(["init", "-q", "-b", "main"]);
  git(["add", "a.txt", "b.txt", "src/a.ts", "README.md", "names.txt"]);
  git(["commit", "-q", "-m", "first"]);
  write(join(project, "a.txt"), "one\ntwo x changed\nthree\n");
  git(["commit", "-q", "-a", "-m", "second"]);
  write(join(project, "b.txt"), "one\ntwo y changed\nthree\n");
  if (kind !== "hostile") return;
  const inner = join(project, "vendor", "inner");
  mkdirSync(inner, { recursive: true });
  git(["init", "-q", "-b", "main"], inner);
  write(join(inner, "inner.txt"), "inner\n");
  git(["add", "."], inner);
  git(["commit", "-q", "-m", "inner"], inner);
  git(["add", "vendor/inner"]);
  git(["commit", "-q", "-m", "embeds another"]);
  write(join(inner, "inner.txt"), "changed\n");
  for (const place of [project, inner]) plantConfiguration(place, git);
}

function plantConfiguration(
  place: string,
  git: (words: readonly string[], cwd: string) => void,
): void {
  const script = join(place, "..", "mark.sh");
  write(script, `#!/bin/sh\ntouch "${join(place, "pwned")}"\ncat\n`);
  chmodSync(script, 0o755);
  for (const [key, value] of Object.entries(gitKeys)) {
    git(["config", key, value.replace("MARK", script)], place);
  }
  write(join(place, ".git", "info", "attributes"), "*.txt diff=evil filter=evil merge=evil\n");
}

/** Keys that make git run, write or show more than its words say. */
const gitKeys: Readonly<Record<string, string>> = {
  "core.fsmonitor": "MARK",
  "core.alternateRefsCommand": "MARK",
  "core.pager": "MARK",
  "core.editor": "MARK",
  "core.sshCommand": "MARK",
  "diff.external": "MARK",
  "diff.evil.command": "MARK",
  "diff.evil.textconv": "MARK",
  "diff.submodule": "diff",
  "filter.evil.clean": "MARK",
  "filter.evil.smudge": "MARK",
  "merge.evil.driver": "MARK",
  "log.diffMerges": "remerge",
  "log.showSignature": "true",
  "gpg.program": "MARK",
  "status.submoduleSummary": "true",
  "alias.x": "!touch pwned",
  "interactive.diffFilter": "MARK",
};
