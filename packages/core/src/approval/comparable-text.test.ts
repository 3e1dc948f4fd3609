import { expect, test } from "vitest";
import { comparableText } from "./comparable-text.ts";

test.each<[string, unknown, unknown]>([
  ["fields in another order", { a: 1, b: [2] }, { b: [2], a: 1 }],
  ["bytes of another type", Buffer.from("ab"), new Uint8Array([97, 98])],
  [
    "a map in another order",
    new Map([
      [1, "a"],
      [2, "b"],
    ]),
    new Map([
      [2, "b"],
      [1, "a"],
    ]),
  ],
  ["a set in another order", new Set(["a", "b"]), new Set(["b", "a"])],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
])("is the same for %s", (_what, one, other) => {
  expect(comparableText(one)).toBe(comparableText(other));
});

const different: readonly unknown[] = [
  null,
  undefined,
  "null",
  "",
  0,
  -0,
  "0",
  0n,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  "true",
  [],
  {},
  [[]],
  [null],
  [undefined],
  ["a,b"],
  ["a", "b"],
  { a: undefined },
  { a: null },
  { "a:1": 1 },
  { a: 1, b: 2 },
  { a: { b: 2 } },
  new Map(),
  new Map([["a", 1]]),
  new Set(),
  new Set(["a"]),
  new Uint8Array(),
  new Uint8Array([0]),
  "bytes(00)",
  new Date(0),
  "date(0)",
  new URL("http://a/"),
  /a/,
  /a/g,
  JSON.parse('{"__proto__": 1}'),
];

test("is another one for every other value", () => {
  expect(new Set(different.map(comparableText)).size).toBe(different.length);
});

class Secretive {
  readonly #state = 1;
  get state(): number {
    return this.#state;
  }
}
const circle: Record<string, unknown> = {};
circle["self"] = circle;

test.each<[string, unknown]>([
  ["a function", { run: () => 1 }],
  ["a symbol", Symbol("a")],
  ["an instance of Secretive", [new Secretive()]],
  ["a value that contains itself", circle],
  ["an instance of WeakMap", new WeakMap()],
])("refuses %s, whose state can't be seen", (what, value) => {
  expect(() => comparableText(value)).toThrow(what);
});

test("takes the same value twice", () => {
  const shared = { a: 1 };
  expect(comparableText([shared, shared])).toBe('[{"a":1},{"a":1}]');
});
