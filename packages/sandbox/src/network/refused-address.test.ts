import { describe, expect, it } from "vitest";
import { isItself, isRefusedAddress } from "./refused-address.ts";

describe("an address that a name must not lead to", () => {
  it.each([
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "fe80::1",
    "ff02::1",
    "nonsense",
  ])("is %s", (address) => {
    expect(isRefusedAddress(address)).toBe(true);
  });

  it.each(["93.184.216.34", "10.0.0.5", "192.168.1.1", "2606:4700::1", "::ffff:93.184.216.34"])(
    "isn't %s",
    (address) => {
      expect(isRefusedAddress(address)).toBe(false);
    },
  );

  it("may be named directly, as an address or localhost", () => {
    expect(["127.0.0.1", "::1", "localhost"].every(isItself)).toBe(true);
    expect(["localhost.evil.test", "127.0.0.1.nip.io"].some(isItself)).toBe(false);
  });
});
