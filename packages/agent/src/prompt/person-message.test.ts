import type { Session } from "@toolwright/core";
import { expect, test } from "vitest";
import { memorySession } from "../fixtures/memory-session.ts";
import { textsOf, withoutSecrets } from "./person-message.ts";

const redactor = { redact: (text: string) => text.replaceAll("hunter2", "«secret:P»") };
const openSession = (): Promise<Session> => memorySession([], { redactor });

test("no part of a message has a secret, also the text of an attached file", async () => {
  const parts = [
    { type: "text", text: "It is hunter2." },
    { type: "resource", uri: "file:///a/.env", text: "P=hunter2" },
    { type: "resource", uri: "https://a.test/?p=hunter2" },
  ] as const;
  const hidden = withoutSecrets(parts, await openSession());
  expect(JSON.stringify(hidden)).not.toContain("hunter2");
  expect(hidden).toHaveLength(3);
});

test("hooks are told what the person said, without the agent's notes", () => {
  const note = { type: "text", text: "A file.", isFromAgent: true } as const;
  expect(textsOf(["One.", [note, { type: "text", text: "Two." }], [note]])).toBe("One.\n\nTwo.");
});
