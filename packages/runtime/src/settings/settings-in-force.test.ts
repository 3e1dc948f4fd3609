import type { FolderTrust } from "@toolwright/workspace/internal";
import { expect, it } from "vitest";
import { parseSettings } from "./parse-settings.ts";
import type { SettingsFile } from "./settings.ts";
import { withTrust } from "./settings-in-force.ts";

const file = (layer: SettingsFile["layer"], digest: string): SettingsFile => ({
  ...parseSettings("{}", { path: "s.json", layer }),
  digest,
});
const trusted = (path: string): FolderTrust => ({
  state: "trusted",
  sinceMs: 0,
  files: [{ path, size: 2, digest: "accepted" }],
});
const isTrusted = (given: SettingsFile, trust: FolderTrust): boolean =>
  withTrust([given], trust)[0]?.isTrusted === true;

it("trusts just the project's file that was accepted, byte for byte", () => {
  const trust = trusted(".toolwright/settings.json");
  expect(isTrusted(file("project", "accepted"), trust)).toBe(true);
  // It was changed between being read as settings and being hashed.
  expect(isTrusted(file("project", "other"), trust)).toBe(false);
  expect(isTrusted(file("project", "accepted"), trusted(".toolwright/agents/a.md"))).toBe(false);
  expect(isTrusted(file("user", "accepted"), trust)).toBe(false);
  const untrusted: readonly FolderTrust[] = [
    { state: "untrusted" },
    { state: "changed", sinceMs: 0 },
    { state: "untrustable", problem: "x" },
  ];
  for (const state of untrusted) expect(isTrusted(file("project", "accepted"), state)).toBe(false);
});
