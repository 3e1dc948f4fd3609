import { expect, it } from "vitest";
import { temporaryWorkspace } from "../fixtures/temporary-workspace.ts";
import { takeContentMemory } from "./content-memory.ts";

const mebibyte = 1024 * 1024;
const large = Buffer.alloc(3 * mebibyte, "large file ");

it("gives the memory of a large content that was read, with room after it, once", async () => {
  const { access } = temporaryWorkspace({ "large.txt": large });
  const { bytes } = await access.read("large.txt");
  const memory = takeContentMemory(bytes);
  expect(memory?.subarray(0, bytes.length).equals(large)).toBe(true);
  expect(memory?.length).toBeGreaterThan(bytes.length + 10_000);
  expect(takeContentMemory(bytes)).toBeNull();
});

it("gives no memory that others have a part of", async () => {
  const { access } = temporaryWorkspace({ "small.txt": "small", "large.txt": large });
  expect(takeContentMemory((await access.read("small.txt")).bytes)).toBeNull();
  expect(takeContentMemory(large)).toBeNull();
  expect(takeContentMemory(Buffer.from("short"))).toBeNull();
});

it("leaves what the session knows of a file, and the file, as they were", async () => {
  const { access } = temporaryWorkspace({ "large.txt": large });
  const { bytes, version } = await access.read("large.txt");
  access.noteRead("large.txt", version);
  takeContentMemory(bytes)?.fill(0);
  expect(Buffer.from((await access.knownContent("large.txt")) ?? []).equals(large)).toBe(true);
  expect(Buffer.from((await access.read("large.txt")).bytes).equals(large)).toBe(true);
});
