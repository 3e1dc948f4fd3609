import { expect, test } from "vitest";
import { EventStream } from "./event-stream.ts";

async function read(events: AsyncIterable<{ readonly seq: number }>): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) seqs.push(seq);
  return seqs;
}

test("a reader gets every event from when it came, however many there are", async () => {
  const stream = new EventStream<{ seq: number; text: string }>();
  const reading = read(stream);
  for (let seq = 0; seq < 30_000; seq += 1) stream.push({ seq, text: "x".repeat(500) });
  stream.close();
  expect(await reading).toEqual(Array.from({ length: 30_000 }, (_, seq) => seq));
});

test("a late reader gets the latest events, in order and without a gap", async () => {
  const stream = new EventStream<{ seq: number }>();
  for (let seq = 0; seq < 30_000; seq += 1) stream.push({ seq });
  stream.close();
  expect(await read(stream)).toEqual(Array.from({ length: 10_000 }, (_, at) => 20_000 + at));
});

test("what is kept for late readers has a limit in size", async () => {
  const stream = new EventStream<{ seq: number; text: string }>();
  for (let seq = 0; seq < 500; seq += 1) stream.push({ seq, text: "x".repeat(100_000) });
  stream.push({ seq: 500, text: "x".repeat(5_000_000) });
  for (let seq = 501; seq < 550; seq += 1) stream.push({ seq, text: "x".repeat(100_000) });
  stream.close();
  const seqs = await read(stream);
  expect(seqs.length).toBeGreaterThan(30);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => 550 - seqs.length + at));
  expect(seqs.length * 100_000).toBeLessThan(4.2 * 1024 * 1024);
});
