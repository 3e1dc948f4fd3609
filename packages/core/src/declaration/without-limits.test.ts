import { expect, test } from "vitest";
import type { DeclarableTool } from "./declarable-tool.ts";
import { declare, dialects } from "./declare.ts";

const tool = (source: string): DeclarableTool => ({
  name: "paint",
  title: "Paint",
  description: "Paints.",
  kind: "other",
  inputSchema: {
    type: "object",
    properties: {
      minimum: { type: "integer", minimum: 1, maximum: 77, description: "A field of that name." },
      colours: {
        type: "array",
        minItems: 1,
        maxItems: 77,
        description: "Which ones.",
        items: { enum: ["red", "blue"], description: "One of them." },
      },
    },
    required: ["colours"],
    additionalProperties: false,
  },
  strict: false,
  source,
  scope: "any",
  traits: { isReadOnly: true, isDestructive: false, isIdempotent: true, isOpenWorld: false },
});

test("a vendor is told what shapes a call of a built-in tool, and no limit that an error would tell", () => {
  for (const dialect of dialects.filter((name) => name !== "canonical")) {
    const text = JSON.stringify(declare([tool("builtin")], { dialect }));
    expect(text).not.toMatch(/77|"(minItems|maxItems|additionalProperties)"|At (least|most)/);
    expect(text).toMatch(/"required":\["colours"\]/);
    expect(text).toContain('"enum":["red","blue"]');
    expect(text).toContain('"minimum":{');
  }
});

test("third-party tools, and the canonical form, keep all of it", () => {
  for (const [source, dialect] of [
    ["mcp:x", "anthropic"],
    ["custom", "anthropic"],
    ["builtin", "canonical"],
  ] as const) {
    const text = JSON.stringify(declare([tool(source)], { dialect }));
    expect(text).toContain('"maximum":77');
    expect(text).toContain('"additionalProperties":false');
  }
});
