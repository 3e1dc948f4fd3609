import { expect, test } from "vitest";
import { delegatedGrants } from "./delegated-grants.ts";
import type { Grant } from "./grant.ts";

const grant = (id: string, more: Partial<Grant> = {}): Grant => ({
  id,
  pattern: "write(**)",
  scope: "session",
  origin: "me",
  grantedAtMs: 0,
  ...more,
});
const main = { name: "main", depth: 0 };
const idsOf = (grants: readonly Grant[]): readonly string[] => grants.map(({ id }) => id);

test("a child has what was marked delegable, for itself, and nothing else of its parent's", () => {
  const held = [
    grant("anybody's"),
    grant("main's", { agent: "main" }),
    grant("handed on", { agent: "main", delegable: true }),
    grant("handed on, too", { delegable: true }),
  ];
  const got = delegatedGrants(held, main);
  expect(idsOf(got)).toEqual(["handed on", "handed on, too"]);
  expect(got.every(({ agent }) => agent === undefined)).toBe(true);
});

test("a child has what a person gave it by its name, also below one of the same name", () => {
  const held = [grant("reviewer's", { agent: "reviewer" })];
  expect(delegatedGrants(held, main)).toEqual(held);
  expect(delegatedGrants(held, { name: "reviewer", depth: 1 })).toEqual(held);
});

test("the main agent's own grants stay with it when a child has its name", () => {
  const held = [grant("main's", { agent: "main" }), grant("anybody's")];
  expect(delegatedGrants(held, main)).toEqual([]);
});

test("what is handed on goes on being handed on", () => {
  const held = [grant("1", { agent: "main", delegable: true })];
  expect(idsOf(delegatedGrants(delegatedGrants(held, main), { name: "child", depth: 1 }))).toEqual([
    "1",
  ]);
});

test("a grant is handed on as the same object each time, so that it is read once", () => {
  const held = [grant("1", { agent: "main", delegable: true })];
  expect(delegatedGrants(held, main)[0]).toBe(delegatedGrants(held, main)[0]);
});
