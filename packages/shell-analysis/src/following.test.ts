import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { home, judge, workspace } from "./fixtures/judge.ts";

function judged(command: string): string {
  return judge(analyze(command, { cwd: workspace, home, isPlainDirectory: () => true }));
}

function paths(command: string): readonly string[] {
  const { effects } = analyze(command, { cwd: workspace, home });
  return effects.flatMap((effect) => ("path" in effect ? [`${effect.type} ${effect.path}`] : []));
}

/** Common commands, and similar ones that do more. None of them runs here. */
const lines: Readonly<Record<string, { allowed: readonly string[]; asked: readonly string[] }>> = {
  "a function with the words that it is called with": {
    allowed: [
      'f() { cat "$1"; }; f a.txt',
      'f() { cat "$@"; }; f a.txt b.txt',
      'f() { local dir=$1; ls "$dir"; }; f src',
      'f() { for x; do head -1 "$x"; done; }; f a.txt b.txt',
      'f() { [ $# -eq 1 ] || return 1; cat "$1"; }; f a.txt',
      'f() { shift; cat "$1"; }; f /etc/passwd a.txt',
      'f() { cat "$1"; }; f a.txt; f() { ls "$1"; }; f src',
      'set -- a.txt b.txt; cat "$1" "$2"',
      'f() { git log --oneline -"$1"; }; f 5',
    ],
    asked: [
      'f() { cat "$1"; }',
      'f() { cat "$1"; }; f a.txt; f .env',
      'f() { cat "$1"; }; f $x',
      'f() { cat "$2"; }; f src/*.ts a.txt',
      "f() { cat $10; }; f /etc/ssl/x1",
      "f() { cat $1; }; f 'a.txt /etc/passwd'",
      'f() { set -- .env; cat "$1"; }; f a.txt',
      'f() { set -e .env; cat "$1"; }; f a.txt',
      'f() { set -e pipefail; cat "$1"; }; f a.txt',
      'f() { if ls; then set -- .env; fi; cat "$1"; }; f a.txt',
      'f() { shift; cat "$1"; }; f a.txt .env',
      'f() { while ls; do cat "$1"; shift; done; }; f a.txt .env',
      'set -- a.txt .env; f() { shift; }; f x; cat "$2"',
      'f() { cat "$1"; }; f a.txt; trap "f .env" EXIT',
      'trap "f .env" EXIT; f() { cat "$1"; }; f a.txt',
      'f() { ls; }; trap "f .env" EXIT; f() { cat "$1"; }; f a.txt',
      'trap "basename .env" EXIT; basename() { cat "$1"; }; basename a.txt',
      'for i in 1 2; do basename .env; basename() { cat "$1"; }; basename a.txt; done',
      'command_not_found_handle() { cat "$2"; }; command_not_found_handle x a.txt; ack .env',
      'echo() { cat "$1"; }; echo a.txt',
      "f() { echo $(( $1 )); }; f 'a[$(touch x)]'",
      'f() { "$@"; }; f rm a.txt',
      'f() { local x=.env; declare -g x=a.txt; cat "$x"; }; f',
    ],
  },
  "a list of known words": {
    allowed: [
      'a=(a.txt b.txt); cat "${a[@]}"',
      'a=(a.txt b.txt); for f in "${a[@]}"; do wc -l "$f"; done',
      'a=(src test); ls "${a[0]}"',
      'a=(); a+=(a.txt); cat "${a[@]}"',
      'declare -a a=(a.txt); head "${a[@]}"',
      'a=(src/*.ts); cat "${a[@]}"',
    ],
    asked: [
      'a=(a.txt .env); cat "${a[1]}"',
      'a=(src/*.ts .env); cat "${a[1]}"',
      'a=(a.txt); a=.env; cat "${a[@]}"',
      'a=(a.txt); a[0]=.env; cat "${a[@]}"',
      'a=(a.txt); read -a a < b.txt; cat "${a[@]}"',
      'a=(a.txt); for i in 1 2; do cat "${a[@]}"; a=(.env); done',
      'declare -A a; a=(-n .env); cat "${a[@]}"',
      'a+=(a.txt); cat "${a[@]}"',
      "a=('a.txt .env'); cat ${a[@]}",
      'a=(-delete); find . "${a[@]}"',
      "a=([$(touch x)]=1)",
    ],
  },
  "where a command runs": {
    allowed: [
      "cd docs; ls; cd ..",
      "pushd src && ls && popd && ls",
      "pushd src; pushd utils; ls; popd; popd; ls",
      "if cd src; then ls; cd ..; fi; ls",
      "cd src && ls && cd - && ls",
    ],
    asked: [
      "cd docs; ls; cd ..; ls",
      "cd ..; echo *",
      "cd ..; npm test",
      "cd ..; for f in *; do echo $f; done",
      "pushd src; popd; cd ..; ls",
      "pushd /etc && cat passwd && popd",
      "pushd /tmp; popd; cat x",
      "popd +1; ls",
      "cd src; cd -; ls",
      "cd -; ls",
      "if ! cd src; then cd ..; ls; fi",
      "if cd src; ls; then cd ..; ls; fi",
      "if cd src; then :; else cd ..; ls; fi",
      "for i in 1 2; do ls; cd ..; done",
      "for i in 1 2; do cd -; ls; cd src && cd ..; done",
    ],
  },
  "what a substitution prints": {
    allowed: [
      'd=$(dirname src/app.ts); ls "$d"',
      "for i in $(seq 1 3); do head -n $i a.txt; done",
      "n=$(ls | wc -l); echo $((n * 2))",
      "a=$(date +%s); b=$(date +%s); echo $((b - a))",
      "cat $(echo a.txt b.txt)",
    ],
    asked: [
      "$(echo ls)",
      "cat $(echo .env)",
      "sort $(echo -o x) a.txt",
      "cat $(echo '*')",
      "dirname() { echo .env; }; cat $(dirname a)",
      "wc() { cat a.txt; }; n=$(ls | wc -l); echo $((n))",
      "n=$(cat a.txt); echo $((n))",
      "n=$(wc -l a.txt); echo $((n))",
      "n=$(wc -l < a.txt); n=$(cat b.txt); echo $((n))",
      "n=$(wc -l < a.txt); sort -o $n a.txt",
      "IFS=x; cat $(echo axb)",
    ],
  },
  "words on the way to xargs": {
    allowed: ["echo a.txt b.txt | xargs cat", "printf '%s\\n' a.txt | xargs -r wc -l"],
    asked: [
      "echo a.txt .env | xargs cat",
      "echo -o b.txt a.txt | xargs sort",
      "echo a.txt | xargs -n1 cat",
      "echo a.txt | sort -z | xargs cat",
      "echo \"a.txt' '.env\" | xargs cat",
      "echo * | xargs cat",
      "find src | xargs cat",
      "find src -print0 -print | xargs -0 cat",
    ],
  },
  "diff -r": {
    allowed: ["diff --no-dereference -r src test", "diff -r --no-dereference src test"],
    asked: ["diff -r src test", "diff --no-deref -r src test", "diff --no-dereference -r a /etc"],
  },
};

describe.each(Object.entries(lines))("%s", (_, { allowed, asked }) => {
  it("is allowed when it is known", () => {
    expect(allowed.filter((command) => judged(command) !== "allow")).toEqual([]);
  });

  it("asks when it is unknown or reads elsewhere", () => {
    expect(asked.filter((command) => judged(command) === "allow")).toEqual([]);
  });
});

describe("a followed command", () => {
  it("is denied when it is catastrophic", () => {
    const commands = [
      'f() { rm -rf "$1"; }; f /',
      'a=(/ /etc); rm -rf "${a[@]}"',
      'rm -rf "$(echo /)"',
      "$(echo rm) -rf /",
      "echo / | xargs rm -rf",
      "find / | xargs rm -rf",
      "printf 'rm -rf /\\n' | bash",
      "f() { rm -rf /; }",
    ];
    expect(commands.filter((command) => judged(command) !== "deny")).toEqual([]);
  });

  it("is denied even in a function before text that exceeds the limits", () => {
    const many = "ls; ".repeat(4_000);
    expect(judged(`f() { rm -rf /; }; for i in 1 2 3 4; do ${many} done; f`)).toBe("deny");
  });

  it("counts in both directories after a cd that may have failed", () => {
    const found = paths("cd docs; cd ..; cat a");
    for (const path of [`${workspace}/docs`, `${workspace}/a`, "/home/dev/a", "/home/dev"]) {
      expect(found).toContain(`read ${path}`);
    }
  });
});
