import assert from "node:assert/strict";
import { bytes, type ContractTest, links, rejects } from "./opened-workspace.ts";

export function describeResolving(test: ContractTest): void {
  test("resolves a path from the current directory and shows it from its root", {}, async (opened) => {
    const { workspace, root } = opened;
    assert.deepEqual(workspace.roots, [root]);
    const relative = await workspace.resolve("src/a.ts");
    assert.deepEqual(await workspace.resolve(`${root}/src/a.ts`), relative);
    assert.deepEqual(await workspace.resolve("./src/../src//a.ts/"), relative);
    assert.deepEqual(relative, {
      path: `${root}/src/a.ts`,
      realPath: `${root}/src/a.ts`,
      displayPath: "src/a.ts",
      root,
      linkCount: 1,
    });
    assert.equal((await workspace.resolve(".")).displayPath, ".");
  });

  test("distinguishes paths outside from paths inside", {}, async ({ workspace, root }) => {
    for (const path of ["..", "../outside/a", `${root}-evil/a`, "src/../../a", "/etc/passwd"]) {
      const resolved = await workspace.resolve(path);
      assert.equal(resolved.root, null, path);
      assert.equal(resolved.displayPath, resolved.path, path);
    }
  });

  test("follows links that stay inside", links, async ({ workspace, root }) => {
    const file = await workspace.resolve("link.txt");
    assert.equal(file.path, `${root}/link.txt`);
    assert.equal(file.realPath, `${root}/src/a.txt`);
    assert.equal((await workspace.resolve("folder/new.txt")).realPath, `${root}/src/new.txt`);
    assert.equal((await workspace.resolve("chain")).realPath, `${root}/src/a.txt`);
    assert.equal((await workspace.resolve("dangling")).realPath, `${root}/src/none.txt`);
  });

  test(
    "refuses links that lead outside, at the end or midway, dangling or not",
    links,
    async (opened) => {
      for (const path of [
        "out",
        "out-folder/secret.txt",
        "out-dangling",
        "out-chain",
        "src/deep-out",
      ]) {
        await rejects("path-outside-workspace", () => opened.workspace.resolve(path));
        await rejects("path-outside-workspace", () => opened.access().read(path));
        await rejects("path-outside-workspace", () =>
          opened.access().write(path, bytes("x"), { replaces: null }),
        );
      }
      assert.equal(await opened.text("../outside/new.txt"), undefined);
      assert.equal(await opened.text("../outside/secret.txt"), "secret");
    },
  );

  test("ends at links that lead in a circle", {
    a: { link: "b" },
    b: { link: "a" },
  }, async (opened) => {
    await rejects("not-a-file", () => opened.access().read("a"));
  });

  test("refuses invalid paths", {}, async ({ workspace }) => {
    const long = `${"a/".repeat(3000)}a`;
    for (const path of ["", "a\0b", "\0", "a".repeat(300), long, "\ud800"]) {
      await rejects("input-invalid", () => workspace.resolve(path));
    }
  });

  test("never leads to the kernel's own files", { dev: { link: "/dev" } }, async ({
    workspace,
  }) => {
    for (const path of ["/proc/self/root/etc/passwd", "/proc", "/dev/null", "/sys", "dev/null"]) {
      await rejects("path-outside-workspace", () => workspace.resolve(path));
    }
  });

  test("takes ~ and variables for plain names", {}, async ({ workspace, root }) => {
    assert.equal((await workspace.resolve("~/a")).path, `${root}/~/a`);
    assert.equal((await workspace.resolve("$HOME")).path, `${root}/$HOME`);
  });

  test("recognises directories", links, async ({ workspace }) => {
    assert.equal((await workspace.resolve("src")).isDirectory, true);
    assert.equal((await workspace.resolve("folder")).isDirectory, true);
    assert.equal((await workspace.resolve("link.txt")).isDirectory, false);
    assert.equal((await workspace.resolve("dangling")).isDirectory, undefined);
  });

  test("counts the hard links of a file", { a: "x", b: { hardLink: "a" } }, async ({
    workspace,
  }) => {
    assert.equal((await workspace.resolve("a")).linkCount, 2);
    assert.equal((await workspace.resolve("none")).linkCount, 1);
  });
}
