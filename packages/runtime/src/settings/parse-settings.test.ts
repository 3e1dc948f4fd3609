import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { getNodeValue, parseTree } from "jsonc-parser";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkSettings } from "./check-settings.ts";
import { parseSettings } from "./parse-settings.ts";
import { settingsSchema } from "./settings-schema.ts";
import type { SettingsFile } from "./settings.ts";

const parse = (text: string): SettingsFile =>
  parseSettings(text, { path: "s.json", layer: "user" });

/** The message for a text that is refused. */
function messageFor(text: string): string {
  try {
    parse(text);
  } catch (thrown) {
    expect(thrown).toMatchObject({ name: "ConfigurationError", code: "settings-invalid" });
    return (thrown as Error).message;
  }
  throw new Error(`accepted: ${text}`);
}

describe("parseSettings", () => {
  it("reads JSON with comments and trailing commas", () => {
    const text = `// mine\n{ "mode": "plan", /* why */ "rules": [{ "deny": "write(**)" },], }\n`;
    expect(parse(text).settings).toEqual({ mode: "plan", rules: [{ deny: "write(**)" }] });
  });

  it("accepts an empty file", () => {
    for (const text of ["", "  \n", "// later\n", "{}"]) expect(parse(text).settings).toEqual({});
  });

  it("names file, line and column of broken JSON", () => {
    expect(messageFor('{ "rules": [ { "deny": 5 ')).toMatch(/^s\.json:1:2\d: invalid JSON: /);
    expect(messageFor('{\n  "mode": plan\n}')).toBe(
      "s.json:2:11: invalid JSON: unknown word; strings need double quotes",
    );
    expect(messageFor("{} {}")).toBe("s.json:1:4: invalid JSON: there is text after the end");
  });

  it("refuses an unknown key with the nearest one", () => {
    expect(messageFor('{\n  "rulse": []\n}')).toMatch(
      /^s\.json:2:3: the file has no key 'rulse'\. Did you mean 'rules'\? Known: \$schema, mode, /,
    );
    expect(messageFor('{ "rules": [{ "deny": "write(**)", "exept": [] }] }')).toMatch(
      /^s\.json:1:36: 'rules'\[0\] has no key 'exept'\. Did you mean 'except'\?/,
    );
  });

  it("refuses a key that is given twice, as one of the two would be ignored", () => {
    expect(messageFor('{ "rules": [{ "deny": "write(**)" }], "rules": [] }')).toBe(
      "s.json:1:39: 'rules' is given twice in the file",
    );
  });

  it.each([
    ['{ "mode": "paln" }', "1:11: 'mode' is 'paln'. Did you mean 'plan'?"],
    ['{ "mode": 3 }', "1:11: 'mode' must be a string"],
    ['{ "rules": {} }', "1:12: 'rules' must be a list"],
    ['{ "rules": [{}] }', "1:13: 'rules'[0] must have exactly one of allow, ask, deny"],
    ['{ "rules": [{ "allow": "read(a)", "deny": "read(a)" }] }', "must have exactly one of"],
    ['{ "rules": [{ "deny": "" }] }', "'rules'[0].deny must not be empty"],
    ['{ "tools": { "a": { "enabled": "no" } } }', "'tools'.a.enabled must be true or false"],
    ['{ "tools": { "a)": {} } }', "'a)' isn't a valid tool name"],
    ['{ "shell": { "timeoutMs": 0 } }', "'shell'.timeoutMs must be at least 1, but is 0"],
    ['{ "shell": { "timeoutMs": 600001 } }', "must be at most 600000"],
    ['{ "deferToolsOver": 1.5 }', "'deferToolsOver' must be a whole number or an object"],
    [
      '{ "deferToolsOver": { "tool": 1 } }',
      "'deferToolsOver' has no key 'tool'. Did you mean 'tools'",
    ],
    ['{ "deferToolsOver": -1 }', "must be at least 0"],
    ['{ "discovery": { "listCommand": "x" } }', "'discovery' needs the key 'callCommand'"],
    ['{ "discovery": { "listCommand": 1, "callCommand": "x" } }', "must be a string or a list"],
    [
      '{ "discovery": { "listCommand": [1], "callCommand": "x" } }',
      "listCommand[0] must be a string",
    ],
    ['{ "models": [{}] }', "'models'[0] needs the key 'id'"],
    ['{ "profile": "vim" }', "'profile' is 'vim'. Known: canonical, mutsumi"],
    ["[]", "1:1: the file must be an object"],
    ["null", "1:1: the file must be an object"],
  ])("refuses %s", (text, message) => {
    expect(messageFor(text)).toContain(message);
  });

  it("refuses deeply nested values instead of overflowing the stack", () => {
    expect(messageFor("[".repeat(1_000_000))).toMatch(/^s\.json/);
  });

  it("accepts servers in the format of every host", () => {
    const text = `{ "mcpServers": { "github": { "command": "npx", "args": ["-y", "x"], "env": { "A": "b" }, "alwaysAllow": [] } } }`;
    expect(parse(text).settings).toHaveProperty("mcpServers.github.command", "npx");
  });

  it("finds the position of a value or of its nearest ancestor", () => {
    const file = parse('{\n  "rules": [\n    { "deny": "write(**)" }\n  ]\n}');
    expect(file.positionOf(["rules", 0])).toEqual({ line: 3, column: 5 });
    expect(file.positionOf(["rules", 7, "deny"])).toEqual({ line: 2, column: 12 });
    expect(file.positionOf([])).toEqual({ line: 1, column: 1 });
  });
});

describe("the settings schema", () => {
  it("is published as it is used", () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL("../../settings.schema.json", import.meta.url), "utf8"),
    );
    expect(published).toEqual(JSON.parse(JSON.stringify(settingsSchema)));
  });

  it("accepts and refuses just what a full JSON Schema validator does", () => {
    const validate = new Ajv2020({ strict: false }).compile(settingsSchema);
    const leaf = fc.oneof(
      fc.constantFrom("plan", "canonical", "required", "", "read(a)", "x"),
      fc.integer({ min: -1, max: 700_000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const keys = fc.constantFrom(
      "mode",
      "rules",
      "tools",
      "shell",
      "models",
      "agent",
      "roots",
      "allow",
      "deny",
      "id",
      "sandbox",
      "timeoutMs",
      "maxSteps",
      "enabled",
      "autoApprove",
      "deferToolsOver",
      "tokens",
      "discovery",
      "listCommand",
      "callCommand",
      "except",
      "other",
      "a b",
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: "small" }, leaf, tie("list"), tie("object"), tie("object")),
      list: fc.array(tie("value"), { maxLength: 3 }),
      object: fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    }));
    let accepted = 0;
    fc.assert(
      fc.property(fc.dictionary(keys, value, { maxKeys: 3 }), (settings) => {
        const node = parseTree(JSON.stringify(settings));
        if (node === undefined) throw new Error("the text was JSON");
        const isValid = checkSettings(node, settingsSchema) === null;
        if (isValid) accepted += 1;
        expect(isValid).toBe(validate(getNodeValue(node)));
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
