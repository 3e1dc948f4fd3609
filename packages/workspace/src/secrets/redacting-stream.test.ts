import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { createRedactor } from "./create-redactor.ts";

const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"}`;
const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(8)}-----END PRIVATE KEY-----`;
const variables = {
  API_TOKEN: "s3cr3t-Value-0001",
  // One contains another, begins like another, or overlaps with itself.
  LONG_SECRET: "s3cr3t-Value-0001-and-m0re",
  TAIL_SECRET: "m0re-s3cr3t-Value",
  REPEATED_KEY: "ab1Zx-ab1Zx-ab1Zx-a",
  ODD_PASSWORD: 'p"ä\\ß s&w😀rd%12',
};
const redactor = createRedactor({ environment: createEnvironment(variables), roots: [] });
const redact = (text: string): string => redactor.redact(text);

function streamed(pieces: readonly string[]): string {
  const stream = redactor.stream?.();
  if (stream === undefined) throw new Error("It has no stream.");
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

describe("a redacting stream", () => {
  it("gives the same result as the whole text, wherever it is cut in two", () => {
    const values = [...Object.values(variables), token, key];
    const encoded = values.flatMap((value) => [
      value,
      JSON.stringify(value),
      encodeURIComponent(value),
      ...["", "x", "xy"].map((before) => Buffer.from(`${before}${value}tail`).toString("base64")),
    ]);
    for (const text of encoded.map((value) => `before ${value} after «secret:API_TOKEN»`)) {
      const whole = redact(text);
      for (let cut = 0; cut <= text.length; cut += 1) {
        expect(streamed([text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).toBe(whole);
      }
    }
  });

  it("gives the same result as the whole text for any text and any cuts", () => {
    const part = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...Object.values(variables), token, key) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "«secret:",
          "«",
          "API_TOKEN»",
          "-----BEGIN ",
          "-----",
          "ghp_",
          "sk-",
          "\n",
          "=",
          "\\n",
          "…",
          " [… 3 lines left out …]\n",
          "\\",
          "%",
          "&amp;",
          "\u200b",
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ...Object.values(variables).flatMap((value) => [value.slice(0, 9), value.slice(9)]),
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...Object.values(variables).flatMap((value) => [
            value.replace(/[^\w]/g, (found) => `&#${found.charCodeAt(0)};`),
            value.replace(/[\0-\x7f]/g, (found) => `\\x${found.charCodeAt(0).toString(16)}`),
            Array.from(value).join("\u00ad"),
          ]),
        ),
      },
      { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: "binary" }) },
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        (parts, sizes) => {
          const text = parts.join("");
          const pieces: string[] = [];
          let at = 0;
          for (const size of sizes) {
            pieces.push(text.slice(at, at + size));
            at += size;
          }
          pieces.push(text.slice(at));
          expect(streamed(pieces)).toBe(redact(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("holds back no text that no secret can begin with", () => {
    const stream = redactor.stream?.();
    expect(stream?.push("Continue? [y/N] ")).toBe("Continue? [y/N] ");
    expect(stream?.push("s3cr3t-")).toBe("");
    expect(stream?.push("no")).toBe("s3cr3t-no");
    expect(stream?.end()).toBe("");
  });

  it("can be reused after its end", () => {
    const stream = redactor.stream?.();
    expect(`${stream?.push("a s3cr3t-Value")}${stream?.end()}`).toBe("a s3cr3t-Value");
    expect(`${stream?.push("s3cr3t-Value-0001!")}${stream?.end()}`).toBe("«secret:API_TOKEN»!");
  });
});
