import { describe, expect, it } from "vitest";
import { languageFor, parseCode } from "./code-file.ts";
import { renderSymbol, showSymbol } from "./shown-symbol.ts";
import type { SymbolPlace } from "./symbol.ts";

async function symbolsOf(path: string, text: string): Promise<readonly SymbolPlace[]> {
  return (await parseCode(path, languageFor(path), text)).symbols;
}

/** As the tool shows it, each with its kind. */
async function outlineOf(path: string, text: string): Promise<readonly string[]> {
  const shown = (await symbolsOf(path, text)).map((each) => showSymbol(each, text, () => null));
  return shown.map((symbol) => `${symbol.kind}: ${renderSymbol(symbol)}`);
}

const samples: Readonly<Record<string, readonly [text: string, symbols: readonly string[]]>> = {
  "a.ts": [
    `import { x } from "y";
export class A<T> extends B {
  static #p = 1;
  @dec()
  m(x: number): void { function inner() {} }
  constructor(private z: string) { super(); }
}
export interface I { a: string; b(): void }
export type T = string | number;
export enum E { One = 1, Two }
export const g = (a: number) => a, LIMIT = 2;
const { u, v } = x;
namespace N.M { export function k() {} }
declare module "foo" { export function z(): void; }
export default function () {}
export const tool = defineTool({ name: "x", async run() {}, prepare: () => {} });
`,
    [
      "class: 2-7  export class A<T> extends B",
      "field: 3    static #p = 1",
      "method: 4-5    m(x: number): void",
      "method: 6    constructor(private z: string)",
      "interface: 8  export interface I",
      "field: 8    a: string",
      "method: 8    b(): void",
      "type: 9  export type T = string | number",
      "enum: 10  export enum E",
      "member: 10    One = 1",
      "member: 10    Two",
      "function: 11  g = (a: number) =>",
      "constant: 11  LIMIT = 2",
      "namespace: 13  namespace N.M",
      "function: 13    export function k()",
      'namespace: 14  declare module "foo"',
      "function: 14    export function z(): void",
      "function: 15  export default function ()",
      'variable: 16  export const tool = defineTool({ name: "x", async run() {}, prepare: () => {} })',
      "method: 16    async run()",
      "method: 16    prepare: () =>",
    ],
  ],
  "a.tsx": [
    "export const C: React.FC<P> = ({ a }) => <div>{a}</div>;\n",
    ["function: 1  export const C: React.FC<P> = ({ a }) =>"],
  ],
  "a.cjs": [
    `exports.bar = () => {};
module.exports = { x, y() {} };
A.prototype.baz = function () {};
describe("group", () => {});
`,
    [
      "function: 1  exports.bar = () => {}",
      "variable: 2  module.exports = { x, y() {} }",
      "method: 2    y()",
      "function: 3  A.prototype.baz = function () {}",
    ],
  ],
  "a.py": [
    `LIMIT = 1
a, b = 1, 2
@decor
def f(a,
      b=1):
    def inner(): pass
class A(B):
    z: int = 3
    @property
    def p(self): return 1
if True:
    async def g(): pass
`,
    [
      "constant: 1  LIMIT = 1",
      "function: 3-6  def f(a, b=1):",
      "class: 7-10  class A(B):",
      "field: 8    z: int = 3",
      "method: 9-10    def p(self):",
      "function: 12  async def g():",
    ],
  ],
  "a.go": [
    `package main

type A struct {
	X int
}
type (
	B interface { M(x int) error }
	C = int
)
const K = 1
var v, w = 1, 2
func F[T any](a int) string { return "" }
func (a *A) M(x int) error { return nil }
`,
    [
      "struct: 3-5  type A struct",
      "field: 4    X int",
      "interface: 7  B interface { M(x int) error }",
      "method: 7    M(x int) error",
      "type: 8  C = int",
      "constant: 10  const K = 1",
      "variable: 11  var v, w = 1, 2",
      "function: 12  func F[T any](a int) string",
      "method: 13  func (a *A) M(x int) error",
    ],
  ],
  "a.rs": [
    `#[derive(Debug)]
pub struct S<T> { pub a: i32 }
pub enum E { A, B(i32) }
pub trait T: Clone { fn m(&self) -> i32; }
impl<T> T for S<T> where T: Clone {
    fn m(&self) -> i32 { 1 }
}
mod inner { pub fn g() {} }
pub const X: i32 = 1;
macro_rules! mm { () => {} }
`,
    [
      "struct: 1-2  pub struct S<T>",
      "field: 2    pub a: i32",
      "enum: 3  pub enum E",
      "member: 3    A",
      "member: 3    B(i32)",
      "trait: 4  pub trait T: Clone",
      "method: 4    fn m(&self) -> i32",
      "implementation: 5-7  impl<T> T for S<T> where T: Clone",
      "method: 6    fn m(&self) -> i32",
      "namespace: 8  mod inner",
      "function: 8    pub fn g()",
      "constant: 9  pub const X: i32 = 1",
      "macro: 10  macro_rules! mm { () => {} }",
    ],
  ],
  "A.java": [
    `package a;
public class A<T> extends B {
  private static final int X = 1;
  @Override
  public int m(int a) { return 1; }
  A() {}
  enum E { P, Q }
  record R(int a) { }
  @interface An { int value() default 1; }
}
`,
    [
      "class: 2-10  public class A<T> extends B",
      "field: 3    private static final int X = 1",
      "method: 4-5    @Override public int m(int a)",
      "method: 6    A()",
      "enum: 7    enum E",
      "member: 7      P",
      "member: 7      Q",
      "class: 8    record R(int a)",
      "interface: 9    @interface An",
      "method: 9      int value() default 1",
    ],
  ],
  "a.c": [
    `#define MAX 10
typedef struct { int a; } P;
struct S { int a; };
struct Later;
static int g = 1;
extern int proto(int a);
static char *s(void) { return 0; }
int (*callback)(int);
#ifdef X
int cond(void) { return 1; }
#endif
`,
    [
      "macro: 1  #define MAX 10",
      "type: 2  typedef struct { int a; } P",
      "field: 2    int a",
      "struct: 3  struct S",
      "field: 3    int a",
      "variable: 5  static int g = 1",
      "function: 6  extern int proto(int a)",
      "function: 7  static char *s(void)",
      "variable: 8  int (*callback)(int)",
      "function: 10  int cond(void)",
    ],
  ],
  "a.cpp": [
    `namespace n {
template <typename T>
class A : public B {
public:
  A(int x) : y(x) {}
  virtual int m(int a) const = 0;
  int w = 2;
};
}
int n::A::f(int a) { return 1; }
extern "C" { int ext(int); }
using X = int;
`,
    [
      "namespace: 1-9  namespace n",
      "class: 2-8    template <typename T> class A : public B",
      "method: 5      A(int x) : y(x)",
      "method: 6      virtual int m(int a) const = 0",
      "field: 7      int w = 2",
      "function: 10  int n::A::f(int a)",
      "function: 11  int ext(int)",
      "type: 12  using X = int",
    ],
  ],
  "a.cs": [
    `namespace N.M {
  [Attr]
  public class A<T> : B {
    private int x = 1, y;
    public string P { get; set; }
    public async Task<int> M(int a) { return 1; }
    enum En { One, Two = 2 }
  }
}
public delegate int Del(int a);
`,
    [
      "namespace: 1-9  namespace N.M",
      "class: 2-8    [Attr] public class A<T> : B",
      "field: 4      x = 1",
      "field: 4      y",
      "field: 5      public string P { get; set; }",
      "method: 6      public async Task<int> M(int a)",
      "enum: 7      enum En",
      "member: 7        One",
      "member: 7        Two = 2",
      "type: 10  public delegate int Del(int a)",
    ],
  ],
  "a.rb": [
    `module M
  X = 1
  class A < B
    def initialize(a)
      1
    end
    def self.s; end
    private def p?; end
  end
end
def top(a) = 1
`,
    [
      "namespace: 1-10  module M",
      "constant: 2    X = 1",
      "class: 3-9    class A < B",
      "method: 4-6      def initialize(a)",
      "method: 7      def self.s; end",
      "method: 8      private def p?; end",
      "function: 11  def top(a)",
    ],
  ],
  "a.php": [
    `<?php
namespace A\\B;
const K = 1;
abstract class A extends B {
  private ?int $p = 1;
  public function __construct(private int $a) {}
}
enum E: string { case One = 'a'; }
function f($a) { return 1; }
`,
    [
      "namespace: 2  namespace A\\B",
      "constant: 3  const K = 1",
      "class: 4-7  abstract class A extends B",
      "field: 5    private ?int $p = 1",
      "method: 6    public function __construct(private int $a)",
      "enum: 8  enum E: string",
      "member: 8    case One = 'a'",
      "function: 9  function f($a)",
    ],
  ],
  "a.sh": [
    `#!/bin/bash
plain=1
export Y=2
f() {
  local a=1
}
if true; then g() { :; }; fi
`,
    ["variable: 3  export Y=2", "function: 4-6  f()", "function: 7  g()"],
  ],
  "a.css": [
    `:root { --a: 1px; }
.a > .b:hover,
#c { color: red; }
@media (max-width: 1px) { .d { e: f } }
`,
    [
      "rule: 1  :root",
      "variable: 1    --a: 1px",
      "rule: 2-3  .a > .b:hover, #c",
      "section: 4  @media (max-width: 1px)",
      "rule: 4    .d",
    ],
  ],
  "a.ps1": [
    "function Get-X {\n  param($a)\n}\nclass A { [int] M([int]$a) { return 1 } }\n",
    [
      "function: 1-3  function Get-X",
      "class: 4  class A { [int] M([int]$a) { return 1 } }",
      "method: 4    [int] M([int]$a) { return 1 }",
    ],
  ],
  "a.ini": [
    "[section]\na=1\n\n[other]\n",
    ["section: 1-2  section", "field: 2    a=1", "section: 4  other"],
  ],
};

describe("the symbols of a text", () => {
  it.each(Object.entries(samples))("are found in %s", async (path, [text, expected]) => {
    expect(await outlineOf(path, text)).toEqual(expected);
  });

  it("include decorators and attributes, and know their doc comments", async () => {
    const text = `// unrelated

/** Doc. */
@dec
export class A {
  x = 1; // of x
  // of m
  @dec
  m() {}
}
`;
    const [a, x, m] = await symbolsOf("a.ts", text);
    const piece = (from = 0, to = 0): string => text.slice(from, to);
    expect(piece(a?.leadStart, a?.start)).toBe("/** Doc. */\n");
    expect(piece(a?.start, a?.signatureStart)).toBe("@dec\n");
    expect(piece(x?.start, x?.end)).toBe("x = 1;");
    expect(piece(m?.leadStart, m?.end)).toBe("// of m\n  @dec\n  m() {}");
  });

  it("are found despite syntax errors around them", async () => {
    const text = "function one() { if ( }\nfunction two() {}\n";
    expect(await outlineOf("a.js", text)).toContain("function: 2  function two()");
  });
});
