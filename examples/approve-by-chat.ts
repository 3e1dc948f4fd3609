// Approves calls by chat: a program leaves its questions in a chat room (a small web server here), a person's device shows
// them, signs an answer with its own key, and the call is made again, even by another process.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  answerQuestion,
  type ApprovalPlace,
  createApprovalKey,
  readApprovalKey,
  readQuestion,
} from "@toolwright/runtime/approvals";
import { openToolwright } from "toolwright";

const folder = await mkdtemp(join(tmpdir(), "toolwright-example-"));
const workspace = join(folder, "work");
await mkdir(workspace);
process.env["HOME"] = folder;
process.env["XDG_STATE_HOME"] = join(folder, "state");
process.env["XDG_CONFIG_HOME"] = join(folder, "config");

// The chat room: it keeps the latest text of each question, and needs no trust.
const room = new Map<string, string>();
const server = createServer((request, response) => {
  const id = request.url?.slice(1) ?? "";
  if (request.method === "GET") {
    response.writeHead(room.has(id) ? 200 : 404).end(room.get(id));
    return;
  }
  let body = "";
  request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    room.set(id, body);
    response.end();
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const chat = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// The person's key stays on their device. Its public part is named once, in the user's own settings.
const device = readApprovalKey(createApprovalKey());
await mkdir(join(folder, "config", "toolwright"), { recursive: true });
await writeFile(
  join(folder, "config", "toolwright", "settings.json"),
  JSON.stringify({ approvals: { trustedKeys: [device.name] } }),
);

const place: ApprovalPlace = {
  put: async (id, body) => {
    await fetch(`${chat}/${id}`, { method: "PUT", body });
  },
  get: async (id) => {
    const response = await fetch(`${chat}/${id}`);
    return response.ok ? response.text() : null;
  },
};
const input = { path: "notes.txt", content: "approved from afar\n" };

// One process asks, and ends.
const asking = await openToolwright({ workspace, approvals: { place } });
const refused = await asking.session.call({ name: "write_file", input });
assert.equal(refused.status, "refused");
const [waiting] = asking.approvals?.waiting ?? [];
assert.ok(waiting);
await asking.close();

// The person's device shows the question and signs their answer.
const text = await (await fetch(`${chat}/${waiting.id}`)).text();
const { question } = readQuestion(text);
console.log(`${question.asked.summary} (until ${new Date(question.expiresAtMs).toISOString()})`);
const answered = answerQuestion(text, { outcome: "once", by: "Ana" }, device);

// Whoever edits it in the room, or answers with a key of their own, allows nothing.
const forgeries = [
  answered.replace("notes.txt", "other.txt"),
  answerQuestion(text, { outcome: "once" }, readApprovalKey(createApprovalKey())),
];
for (const forged of forgeries) {
  await place.put(waiting.id, forged);
  const opened = await openToolwright({ workspace, approvals: { place } });
  assert.equal((await opened.session.call({ name: "write_file", input })).status, "refused");
  await opened.close();
  assert.ok(!existsSync(join(workspace, "notes.txt")));
}

// The forged text was replaced by a new question, so the person answers that one. Another process makes the call.
const again = await (await fetch(`${chat}/${waiting.id}`)).text();
await place.put(waiting.id, answerQuestion(again, { outcome: "once", by: "Ana" }, device));
const later = await openToolwright({ workspace, approvals: { place } });
const written = await later.session.call({ name: "write_file", input });
assert.equal(written.status, "ok");
assert.deepEqual(written.metadata["approvals"], [{ outcome: "once", by: `Ana (${waiting.id})` }]);
await later.close();

server.close();
await rm(folder, { recursive: true });
