import { createLabels } from "@toolwright/core/internal";
import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, it } from "vitest";
import { labelAttached } from "./attached-labels.ts";

it.each([
  ["file:///workspace/a.ts", ["workspace"]],
  ["file:///workspace/.env#L1:2", ["workspace", "secret"]],
  ["file:///workspace/%2Eenv", ["workspace", "secret"]],
  ["file:///etc/motd", ["outside"]],
  ["https://docs.example/page", ["outside"]],
  ["editor:///terminal/1", ["outside"]],
  ["file://other-host/share/x", ["outside"]],
])("labels the attached text of %s", async (uri, expected) => {
  const workspace = createMemoryWorkspace({ files: { "a.ts": "", ".env": "" } });
  const labels = createLabels({ roots: workspace.roots });
  await labelAttached([{ type: "resource", resource: { uri, text: "x" } }], { labels, workspace });
  expect([...labels.context.keys()]).toEqual(expected);
});

it("labels nothing for a link, which a call has to read", async () => {
  const workspace = createMemoryWorkspace({});
  const labels = createLabels({ roots: workspace.roots });
  const link = { type: "resource_link", uri: "file:///etc/motd", name: "motd" } as const;
  await labelAttached([link, { type: "text", text: "read it" }], { labels, workspace });
  expect(labels.context.size).toBe(0);
});
