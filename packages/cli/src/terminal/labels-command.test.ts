import type { Label } from "@toolwright/core";
import { expect, test } from "vitest";
import { openAgentBench } from "./fixtures/agent-bench.ts";

const write = {
  calls: [{ name: "write_file", input: { path: "a.txt", text: "hello" }, id: "c1" }],
};

test("/labels lists what the model has read, with the calls that brought it", async () => {
  const { send, done, printed, until } = await openAgentBench([write, { text: "Done." }], {
    mode: "accept-edits",
  });
  send("/labels");
  await until(() => printed().includes("The model has read nothing yet."));
  send("Write it.");
  await done();
  send("/labels");
  await until(() => printed().includes("To clear one"));
  expect(printed()).toMatch(
    /person\s+a message\n\s*workspace\s+call c1 \(write_file\): write a\.txt/,
  );
});

test("/labels clear clears a label for the session, and says what isn't there", async () => {
  const cleared: Label[] = [];
  const { send, printed, until, session } = await openAgentBench([], {
    clearLabel: async (label) => {
      cleared.push(label);
      return session.labels?.clear(label) === true;
    },
  });
  for (const label of ["web", "mcp:notes"] as const) {
    session.labels?.add({ label, callId: "c", tool: "t" });
  }
  send("/labels clear mcp:notes");
  await until(() => printed().includes("Cleared: mcp:notes"));
  expect([...(session.labels?.context.keys() ?? [])]).toEqual(["web"]);
  send("/labels clear secret");
  await until(() => printed().includes("No text with the label secret is there."));
  send("/labels clear nothing");
  await until(() => printed().includes("There is no label nothing."));
  send("/labels clear all");
  await until(() => printed().includes("Cleared: web"));
  expect(cleared).toEqual(["mcp:notes", "web"]);
});
