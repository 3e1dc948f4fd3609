import { describe, expect, it } from "vitest";
import { awkProgram } from "./awk-program.ts";

const printing = [
  "{print $1}",
  "NR > 1 && $3 >= 5 {print}",
  "{ if ($1 > 2) print $2; else print $3 }",
  '{ print ($1 > 5) ? "big" : "small" }',
  '/a"b/ {n++} END {print n/2, (n+1)/3}',
  "{ if (/x|y/) /z/; print a[1]/b }",
  "function f(a) { return a } { print f($1) }",
  '{ print > "/dev/stderr" }',
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
];

describe("an awk program", () => {
  it.each(printing)("that only prints has no consequence: %s", (program) => {
    expect(awkProgram(program)).toEqual([]);
  });

  it.each(asking)("that runs something or can't be read is unknown: %s", (program) => {
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
