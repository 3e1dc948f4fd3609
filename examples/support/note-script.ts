// The task of the examples with a vendor's SDK, and how a model works on it.
import assert from "node:assert/strict";
import type { ScriptedStep, ToldResult } from "./fake-vendor.ts";

export const task = "Mark the entry in notes.txt as done, and delete the file old.txt.";

export const files = { "notes.txt": "TODO: decide on effects\n", "old.txt": "old\n" };

/** Two calls at once, of which one needs approval; an edit; an answer. */
export const script: readonly ScriptedStep[] = [
  {
    calls: [
      { id: "call_a", name: "read_file", input: { path: "notes.txt" } },
      { id: "call_b", name: "delete_path", input: { path: "old.txt" } },
    ],
  },
  {
    calls: [
      {
        id: "call_c",
        name: "edit_file",
        input: { path: "notes.txt", old_string: "TODO", new_string: "DONE" },
      },
    ],
  },
  { text: "The entry is done." },
];

/** The model was told a result, a refusal with its code, and the edit. */
export function checkTold(told: readonly ToldResult[]): void {
  const [read, refused, edited] = told;
  assert.match(read?.text ?? "", /TODO: decide on effects/);
  assert.match(refused?.text ?? "", /^permission-denied: 'delete_path' was not run/);
  assert.match(edited?.text ?? "", /notes\.txt/);
  assert.equal(told.length, 3);
}
