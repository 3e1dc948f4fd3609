import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { StoredOutput, PathOperation } from "@toolwright/core/ports";
import { describe, expect, it } from "vitest";
import {
  failureOf,
  freshDirectory,
  openCall,
  temporaryWorkspace,
} from "../fixtures/temporary-workspace.ts";
import { openWorkspace } from "../open-workspace.ts";
import { OutputPlaces } from "./output-places.ts";
import { createOutputStore } from "./output-store.ts";

const origin = { sessionId: "s", callId: "c" };
const everything = { permit: () => true };

async function workspaceWithOutput(text = "first\nsecond\n") {
  const { outside, root, workspace } = temporaryWorkspace({}, everything);
  const stateDirectory = join(outside, "state");
  const store = createOutputStore({ stateDirectory, cwd: workspace.cwd });
  const handle = handleOf(await store.keep(text, origin));
  const file = new OutputPlaces(stateDirectory, workspace.cwd).fileOf(handle) ?? "";
  return {
    outside,
    root,
    stateDirectory,
    workspace,
    handle,
    file,
    access: openCall(workspace, everything),
  };
}

function handleOf({ handle }: StoredOutput): string {
  if (handle === null) throw new Error("nothing was kept");
  return handle;
}

describe("a handle", () => {
  it("resolves to a file of our own outside of all roots, and is shown as itself", async () => {
    const { workspace, handle, file } = await workspaceWithOutput();
    expect(workspace.resolve(handle)).toEqual({
      path: file,
      realPath: file,
      displayPath: handle,
      root: null,
      linkCount: 1,
      isDirectory: false,
      storedOutput: handle,
    });
  });

  it("is read, opened, looked at and known like a file", async () => {
    const { access, handle } = await workspaceWithOutput();
    const { bytes, version } = await access.read(handle);
    expect(Buffer.from(bytes).toString()).toBe("first\nsecond\n");
    const opened = await access.open(handle);
    const buffer = Buffer.alloc(6);
    expect(await opened.read(buffer, 6)).toBe(6);
    expect(buffer.toString()).toBe("second");
    await opened.close();
    expect(await access.stat(handle)).toMatchObject({ kind: "file", size: 13, mode: 0o600 });
    expect(await access.version(handle)).toBe(version);
    access.noteRead(handle, version);
    expect(await access.knownVersion(handle)).toBe(version);
  });

  it("resolves in a later session of the same workspace, even through a link to its folder", async () => {
    const { outside, root, stateDirectory, handle } = await workspaceWithOutput();
    symlinkSync(root, join(outside, "link"));
    const later = openWorkspace({ roots: [join(outside, "link")], stateDirectory });
    expect(
      Buffer.from((await openCall(later, everything).read(handle)).bytes).toString(),
    ).toContain("second");
  });

  it("doesn't resolve in another workspace or without a state directory", async () => {
    const { outside, root, stateDirectory, handle } = await workspaceWithOutput();
    mkdirSync(join(outside, "other"));
    const other = openWorkspace({ roots: [join(outside, "other")], stateDirectory });
    const error = await failureOf(() => openCall(other, everything).read(handle));
    expect(error).toMatchObject({ code: "file-not-found" });
    expect(error.message).toContain(`There is no stored output '${handle}' in this workspace`);
    expect(error.message).not.toContain(outside);
    const without = openWorkspace({ roots: [root] });
    expect((await failureOf(() => openCall(without).read(handle))).message).toContain(
      "does not exist",
    );
  });

  it("fails if it is gone, with the next step", async () => {
    const { access, handle, file } = await workspaceWithOutput();
    rmSync(file);
    const error = await failureOf(() => access.read(handle));
    expect(error.message).toContain("Run the call again.");
    expect(await access.stat(handle)).toBeNull();
    expect(await access.version(handle)).toBeNull();
  });

  it("needs the call's effects like every path", async () => {
    const { workspace, handle } = await workspaceWithOutput();
    const access = openCall(workspace, { permit: () => false });
    expect(await failureOf(() => access.read(handle))).toMatchObject({ code: "permission-denied" });
  });

  it("is never written, moved, deleted or made a directory, whatever the call may do", async () => {
    const { access, handle } = await workspaceWithOutput();
    const bytes = Buffer.from("x");
    const version = (await access.version(handle)) ?? "";
    for (const change of [
      () => access.write(handle, bytes, { replaces: version }),
      () => access.remove(handle),
      () => access.move(handle, "a.txt"),
      () => access.makeDirectory(handle),
      () => access.apply([{ type: "write", path: handle, bytes, replaces: version }]),
      () => access.apply([{ type: "delete", path: handle, replaces: version }]),
    ]) {
      expect(await failureOf(change)).toMatchObject({ code: "permission-denied" });
    }
    expect(Buffer.from((await access.read(handle)).bytes).toString()).toBe("first\nsecond\n");
  });
});

describe("a path that resembles a handle", () => {
  const operations: (readonly [PathOperation, string])[] = [];
  const watched = {
    permit: (operation: PathOperation, { realPath }: { readonly realPath: string }) => {
      operations.push([operation, realPath]);
      return true;
    },
  };

  it.each([
    "output:../../x",
    "output:/etc/passwd",
    "output:7f3a9c2",
    "output:7f3a9c211",
    "output:7F3A9C21",
    "output:7f3a9c21/",
    "output:7f3a9c21/../../x",
    "./output:7f3a9c21",
    " output:7f3a9c21",
    "output:7f3a9c21\n",
  ])("is a path like any other: %j", async (path) => {
    const { root, workspace } = temporaryWorkspace();
    const resolved = await workspace.resolve(path);
    expect(resolved.path).toBe(resolve(root, path));
    expect(resolved.storedOutput).toBeUndefined();
  });

  it("is refused if its file is a link or has another name", async () => {
    const { outside, workspace, handle, file } = await workspaceWithOutput();
    writeFileSync(join(outside, "secret"), "secret");
    for (const put of [symlinkSync, linkSync]) {
      rmSync(file);
      put(join(outside, "secret"), file);
      const access = openCall(workspace, watched);
      expect(await failureOf(() => access.read(handle))).toMatchObject({ code: "file-not-found" });
    }
    expect(operations.every(([, path]) => dirname(path) === dirname(file))).toBe(true);
  });

  it("is refused with an explanation of handles", async () => {
    const { access } = temporaryWorkspace();
    const error = await failureOf(() => access.read("output:7f3a"));
    expect(error.message).toContain("named 'output:' and eight");
  });

  it("refers to a file in the workspace when preceded by ./", async () => {
    const { workspace, handle, root } = await workspaceWithOutput();
    writeFileSync(join(root, handle), "mine");
    const access = openCall(workspace, everything);
    expect(Buffer.from((await access.read(`./${handle}`)).bytes).toString()).toBe("mine");
    expect(Buffer.from((await access.read(handle)).bytes).toString()).toContain("first");
  });
});

it("a state directory behind a link works", async () => {
  const outside = freshDirectory();
  mkdirSync(join(outside, "ws"));
  mkdirSync(join(outside, "real"));
  symlinkSync(join(outside, "real"), join(outside, "state"));
  const stateDirectory = join(outside, "state");
  const workspace = openWorkspace({ roots: [join(outside, "ws")], stateDirectory });
  const handle = handleOf(
    await createOutputStore({ stateDirectory, cwd: workspace.cwd }).keep("kept", origin),
  );
  expect(Buffer.from((await openCall(workspace, everything).read(handle)).bytes).toString()).toBe(
    "kept",
  );
});
