import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { createRedactor } from "./create-redactor.ts";

const odd = `p'"ä\\ß /s&w😀r%d<12>é`;
const plain = "s3cr3t-Value-0001/x+y";
const redactor = createRedactor({
  environment: createEnvironment({ ODD_PASSWORD: odd, API_TOKEN: plain }),
  roots: [],
});
const redact = (text: string): string => redactor.redact(text);

const each = (text: string, write: (character: string) => string): string =>
  Array.from(text, write).join("");
const hex = (code: number | undefined, length = 2): string =>
  (code ?? 0).toString(16).padStart(length, "0");
const bytes = (text: string, write: (byte: number) => string): string =>
  Array.from(Buffer.from(text), write).join("");
const units = (text: string, write: (unit: number) => string): string =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");

const forms: Readonly<Record<string, (value: string) => string>> = {
  "a percent-encoded path": (value) => encodeURIComponent(value).replaceAll("%2F", "/"),
  "a partly percent-encoded value": (value) => value.replaceAll("/", "%2F").replaceAll("+", "%2b"),
  "percent escapes throughout": (value) => bytes(value, (byte) => `%${hex(byte)}`),
  "percent escapes twice": (value) => encodeURIComponent(encodeURIComponent(value)),
  "the old escape()": (value) => units(value, (unit) => `%u${hex(unit, 4)}`),
  "Python's html.escape": (value) =>
    each(
      value,
      (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[c] ?? c,
    ),
  "XML's entities": (value) =>
    each(
      value,
      (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" })[c] ?? c,
    ),
  "named entities of letters": (value) =>
    each(
      value,
      (c) =>
        ({ "&": "&amp;", ä: "&auml;", ß: "&szlig;", é: "&eacute;", "/": "&sol;", "+": "&plus;" })[
          c
        ] ?? c,
    ),
  "decimal entities": (value) => each(value, (c) => `&#${c.codePointAt(0)};`),
  "padded hexadecimal entities": (value) => each(value, (c) => `&#X${hex(c.codePointAt(0), 5)};`),
  "entities of entities": (value) =>
    value.replaceAll("&", "&amp;amp;").replaceAll("/", "&amp;#47;"),
  "SQL's quotes": (value) => value.replaceAll("'", "''"),
  "CSV's quotes": (value) => value.replaceAll('"', '""'),
  "a shell's quotes": (value) => value.replaceAll("'", String.raw`'\''`),
  "a shell's other quotes": (value) => value.replaceAll("'", `'"'"'`),
  "a shell's backslashes": (value) => value.replace(/[^\w-]/gu, "\\$&"),
  "JavaScript's quotes": (value) => value.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`),
  "JSON three times": (value) => JSON.stringify(JSON.stringify(JSON.stringify(value))),
  "JSON for HTML": (value) =>
    JSON.stringify(value).replace(/[&<>'/+]/g, (c) => `\\u${hex(c.charCodeAt(0), 4)}`),
  "JSON in capitals": (value) =>
    units(value, (unit) =>
      unit > 127 ? `\\u${hex(unit, 4).toUpperCase()}` : String.fromCharCode(unit),
    ),
  "Unicode escapes throughout": (value) => units(value, (unit) => `\\u${hex(unit, 4)}`),
  "Unicode escapes in braces": (value) => each(value, (c) => `\\u{${hex(c.codePointAt(0), 1)}}`),
  "Python's long escapes": (value) => each(value, (c) => `\\U${hex(c.codePointAt(0), 8)}`),
  "bytes as \\x": (value) => bytes(value, (byte) => `\\x${hex(byte)}`),
  "git's octal": (value) =>
    bytes(value, (byte) => (byte > 127 ? `\\${byte.toString(8)}` : String.fromCharCode(byte))),
  "octal throughout": (value) => bytes(value, (byte) => `\\${byte.toString(8).padStart(3, "0")}`),
  "letters taken apart": (value) => value.normalize("NFD"),
  "a zero-width space inside": (value) => `${value.slice(0, 5)}\u200b${value.slice(5)}`,
  "soft hyphens throughout": (value) => Array.from(value).join("\u00ad"),
  "a Hangul filler inside": (value) => `${value.slice(0, 7)}\u3164${value.slice(7)}`,
  "tags inside": (value) => `${value.slice(0, 4)}\u{e0041}${value.slice(4)}`,
  "a line that is continued": (value) => `${value.slice(0, 8)}\\\n    ${value.slice(8)}`,
  "a line that is continued in a listing": (value) =>
    `${value.slice(0, 8)}\\\n2\t    ${value.slice(8)}`,
  "a line that is continued among matches": (value) =>
    `${value.slice(0, 8)}\\\n2: ${value.slice(8)}`,
  "a line that is continued in the context of a match": (value) =>
    `${value.slice(0, 8)}\\\n12-     ${value.slice(8)}`,
  "a line that is folded": (value) => value.replace(" ", "\n      "),
};

describe("a value that is quoted", () => {
  it.each(Object.entries(forms))("is found as %s, and is restored exactly", (_name, form) => {
    for (const value of [odd, plain]) {
      for (const text of [`${form(value)}`, `a = "${form(value)}"\n`, `x${form(value)}y`]) {
        const hidden = redact(text);
        expect(hidden).toContain("«secret:");
        expect(hidden.length).toBeLessThan(60);
        expect(redactor.resolve?.(hidden).text).toBe(text);
      }
    }
  });

  it.each(Object.entries(forms))(
    "is found in a stream as %s, wherever it is cut",
    (_name, form) => {
      for (const value of [odd, plain]) {
        const text = `before ${form(value)} after`;
        for (let cut = 0; cut <= text.length; cut += 1) {
          const stream = redactor.stream?.();
          const shown = `${stream?.push(text.slice(0, cut))}${stream?.push(text.slice(cut))}${stream?.end()}`;
          expect(shown, `cut at ${cut}`).toBe(redact(text));
        }
      }
    },
  );

  it.each([
    ...Object.entries(forms),
    [
      "a continued line in JSON",
      (value: string) => `${value.slice(0, 8)}\\\\\\n    ${value.slice(8)}`,
    ] as const,
  ])("is found as %s where it has letters and digits alone, whatever is beside it", (_, form) => {
    const value = "QWERTZ123456UIOPASDF78ab";
    const strict = createRedactor({
      environment: createEnvironment({ A_TOKEN: value }),
      roots: [],
    });
    const beside = [
      "",
      " ",
      "\n",
      ",",
      ";",
      "{",
      "}",
      "#",
      ":",
      "=",
      "(",
      "/",
      "<",
      ">",
      "7;",
      "é",
    ];
    const quoted = [
      "&lt;",
      "&quot;",
      "&amp;",
      "&#1;",
      '\\"',
      "\\n",
      '";\\n',
      "\\\\",
      "%41",
      "''",
      "\\\n",
    ];
    for (const before of [...beside, ...quoted]) {
      for (const after of [...beside, ...quoted]) {
        const text = `${before}${form(value)}${after}`;
        const hidden = strict.redact(text);
        expect(hidden).toContain("«secret:A_TOKEN");
        expect(hidden.length).toBeLessThan(50);
        expect(strict.resolve?.(hidden).text).toBe(text);
      }
    }
  });

  it("is found where it is shorter than in decomposed form", () => {
    const value = "ä1é2ö3ü4";
    const strict = createRedactor({
      environment: createEnvironment({ A_TOKEN: value }),
      roots: [],
    });
    for (const shown of ["ä1é\u200b2ö3ü4", "ä1&eacute;2ö3ü4", "ä1é2ö3%fc4"]) {
      expect(strict.redact(`(${shown})`)).toMatch(/^\(«secret:[^»]+»\)$/);
    }
  });

  it("is found in each mixture of quotings, and every byte is restored", () => {
    const ways: readonly ((c: string) => string)[] = [
      (c) => c,
      (c) => bytes(c, (byte) => `%${hex(byte)}`),
      (c) => `&#${c.codePointAt(0)};`,
      (c) => units(c, (unit) => `\\u${hex(unit, 4)}`),
      (c) => bytes(c, (byte) => `\\x${hex(byte)}`),
      (c) => `${c}\u200b`,
    ];
    const written = fc
      .tuple(
        fc.constantFrom(odd, plain),
        fc.array(fc.nat(ways.length - 1), { minLength: 40, maxLength: 40 }),
      )
      .map(([value, picks]) =>
        Array.from(value, (c, at) => (ways[picks[at] ?? 0] as (c: string) => string)(c)).join(""),
      )
      // A raw one would be read together with the following text.
      .filter((text) => !/\\(?![ux])|%(?![\da-f]{2})|&(?!#)/.test(text));
    const around = fc
      .string({ unit: "grapheme-ascii", maxLength: 20 })
      .map((s) => s.replace(/[\\%&]/g, ""));
    fc.assert(
      fc.property(around, written, around, (before, text, after) => {
        const whole = `${before} ${text} ${after}`;
        const hidden = redact(whole);
        expect(hidden).toContain("«secret:");
        expect(redactor.resolve?.(hidden).text).toBe(whole);
      }),
      { numRuns: 1_000 },
    );
  });

  it("restores any text exactly, with and without secrets", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(
        odd,
        plain,
        "«secret:",
        "…",
        "\\",
        "%25",
        "&amp;",
        "''",
        '""',
        "\n  ",
        "\u200b",
      ),
      fc.constantFrom(...Object.values(forms).flatMap((form) => [form(odd), form(plain)])),
      fc
        .tuple(fc.constantFrom(odd, plain), fc.nat(20), fc.nat(20))
        .map(([v, a, b]) => v.slice(a, b)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        expect(redactor.resolve?.(redact(text)).text).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the rest of a value beside a cut", () => {
  it.each([
    ["its beginning", `a ${plain.slice(0, 9)}…`, "a «secret:part-"],
    [
      "its beginning, with a space",
      `a ${plain.slice(0, 9)} … [12 characters after]`,
      "a «secret:part-",
    ],
    [
      "its beginning, a line before",
      `a ${plain.slice(0, 9)}\n[… 3 lines left out …]`,
      "a «secret:part-",
    ],
    ["its end", `…${plain.slice(9)} z`, "…«secret:part-"],
    [
      "its end, after a note",
      `… [1,234 characters before] ${plain.slice(9)} z`,
      "before] «secret:part-",
    ],
    ["its end, a line later", `[… 3 lines left out …]\n${plain.slice(9)} z`, "…]\n«secret:part-"],
    ["its middle", `…${plain.slice(5, 12)}…`, "…«secret:part-"],
    ["its base64", `${Buffer.from(plain).toString("base64").slice(0, 12)}…`, "«secret:part-"],
  ])("is hidden: %s", (_name, text, shown) => {
    expect(redact(text)).toContain(shown);
    expect(redactor.resolve?.(redact(text)).text).toBe(text);
    for (let cut = 0; cut <= text.length; cut += 1) {
      const stream = redactor.stream?.();
      const streamed = `${stream?.push(text.slice(0, cut))}${stream?.push(text.slice(cut))}${stream?.end()}`;
      expect(streamed, `cut at ${cut}`).toBe(redact(text));
    }
  });

  it("is shown if it has only three characters", () => {
    expect(redact(`a ${plain.slice(0, 3)}…`)).toBe(`a ${plain.slice(0, 3)}…`);
    expect(redact(`…${plain.slice(-3)} z`)).toBe(`…${plain.slice(-3)} z`);
  });
});
