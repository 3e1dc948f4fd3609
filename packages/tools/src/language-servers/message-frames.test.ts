import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameReader, frameOf } from "./message-frames.ts";

test("messages are read whatever the chunks are", () => {
  const message = fc.record({ id: fc.nat(), text: fc.string({ unit: "binary" }) });
  const cuts = fc.array(fc.nat(), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), cuts, (messages, places) => {
      const bytes = Buffer.concat(messages.map(frameOf));
      const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
      const reader = new FrameReader();
      let at = 0;
      const read = ends
        .toSorted((a, b) => a - b)
        .flatMap((end) => reader.push(bytes.subarray(at, (at = end))));
      expect(read).toEqual(JSON.parse(JSON.stringify(messages)));
    }),
  );
});

test.each([
  ["Content-Length: 67108865\r\n\r\n", "it sent a message of more than 64 MiB"],
  ["Content-Length: -1\r\n\r\n", "it sent a message without a length"],
  ["Content-Type: x\r\n\r\n", "it sent a message without a length"],
  ["Content-Length: 4\r\n\r\nnull", "it sent a message that is no JSON object"],
  ["Content-Length: 2\r\n\r\n{]", "it sent a message that is no JSON object"],
  ["x".repeat(20_000), "it wrote something other than messages to its output"],
])("what is no message is refused: %#", (text, message) => {
  expect(() => new FrameReader().push(Buffer.from(text))).toThrow(message);
});
