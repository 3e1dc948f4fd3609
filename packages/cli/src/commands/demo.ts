import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Model } from "@toolwright/agent";
import { scriptedModel } from "@toolwright/agent/testing";

export interface Demo {
  /** A new folder with a project whose test fails. */
  readonly workspace: string;
  readonly task: string;
  readonly model: Model;
}

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "demo", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/total.js": `/** The price of all items, in cents. */
export function total(items) {
  return items.reduce((sum, item) => sum + item.price, 0);
}
`,
  "src/total.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { total } from "./total.js";

test("counts each item as often as it is there", () => {
  assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600);
});
`,
};

const runTests = { name: "run_command", input: { command: "node --test" } };

/** A project with a failing test, and a model that follows a script to fix it. The tools, approvals and changes are real. */
export function makeDemo(): Demo {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-demo-")));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
  const model = scriptedModel(
    [
      { text: "I run the tests to see what fails.", calls: [runTests] },
      {
        text: "I read the code and its test.",
        calls: [
          { name: "read_file", input: { path: "src/total.js" } },
          { name: "read_file", input: { path: "src/total.test.js" } },
        ],
      },
      {
        text: "`total` ignores how often an item is there.",
        calls: [
          {
            name: "edit_file",
            input: {
              path: "src/total.js",
              old_string: "sum + item.price",
              new_string: "sum + item.price * item.count",
            },
          },
        ],
      },
      { text: "I run the tests again.", calls: [runTests] },
      { when: "pass 1", text: "The test passes: `total` now counts each item." },
      { text: "I could not see the test pass, because a step was refused or failed." },
    ],
    { id: "scripted/demo" },
  );
  return { workspace, task: "The test in src/ fails. Find out why and fix it.", model };
}
