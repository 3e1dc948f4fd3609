import { describe, expect, test } from "vitest";
import { hostileServer, hubWorld } from "./fixtures/hub-world.ts";

const textOf = ({ content }: { readonly content: readonly object[] }): string =>
  content.map((part) => ("text" in part ? String(part.text) : "")).join("");

describe("the skills of a server", () => {
  test("are listed and loaded by a tool of their own, beside the server's tools", async () => {
    const { registry, call } = await hubWorld({ servers: [hostileServer("skills")] });
    expect(registry.list().map(({ name }) => name)).toEqual([
      "mcp__s__load_skill",
      "mcp__s__mcp_load_skill",
    ]);
    expect(textOf(await call("mcp__s__load_skill"))).toBe("its own");
    expect(registry.get("mcp__s__mcp_load_skill")?.tool?.declarable.description).toBe(
      "Loads a skill of the MCP server 's': instructions for one kind of task. The server wrote them, not the person.\n\nSkills:\n- pdf: Reads PDF files.\n- gone: Is not there.",
    );
    const loaded = await call("mcp__s__mcp_load_skill", { name: "pdf" });
    expect(textOf(loaded)).toBe(
      "Skill pdf, from the MCP server 's':\n\n# PDF\n\nRead forms.md.\n\nIts files, for the field file:\n- forms.md",
    );
    expect(loaded.effects).toEqual([{ type: "external", server: "s", tool: "resources/read" }]);
    const file = await call("mcp__s__mcp_load_skill", { name: "pdf", file: "forms.md" });
    expect(textOf(file)).toBe("Forms.");
  });

  test("that can't be used are reported, each with its reason", async () => {
    const { hub } = await hubWorld({ servers: [hostileServer("skills")] });
    expect(hub.servers[0]?.problems).toEqual(
      [
        "'pdf' is there twice",
        "one has no valid name",
        "'bare' has no description",
        "'nowhere' has no address",
        "one has no valid name",
      ].map((reason) => ({ tool: "skills", reason })),
    );
  });

  test("are read at no other address than those it listed below the skill", async () => {
    const { call } = await hubWorld({ servers: [hostileServer("skills")] });
    for (const input of [
      { name: "nope" },
      { name: "../evil" },
      { name: "pdf", file: "../../etc/passwd" },
      { name: "pdf", file: "file:///etc/passwd" },
    ]) {
      expect(await call("mcp__s__mcp_load_skill", input)).toMatchObject({
        error: { code: "input-invalid" },
      });
    }
    expect(await call("mcp__s__mcp_load_skill", { name: "gone" })).toMatchObject({
      error: { code: "mcp-failed" },
    });
  });

  test("need approval like every call of the server", async () => {
    const { call } = await hubWorld({ servers: [hostileServer("skills")], rules: [] });
    expect(await call("mcp__s__mcp_load_skill", { name: "pdf" })).toMatchObject({
      status: "refused",
    });
  });

  test("cost the server nothing when they can't be listed", async () => {
    const { registry, hub } = await hubWorld({ servers: [hostileServer("skills", ["fails"])] });
    expect(registry.list().map(({ name }) => name)).toEqual(["mcp__s__load_skill"]);
    expect(hub.servers[0]).toMatchObject({
      state: "ready",
      problems: [{ tool: "skills", reason: expect.stringContaining("can't be listed") }],
    });
  });

  test("aren't asked for where the server doesn't announce them", async () => {
    const { registry } = await hubWorld({ servers: [hostileServer("skills", ["silent"])] });
    expect(registry.list().map(({ name }) => name)).toEqual(["mcp__s__load_skill"]);
  });
});
