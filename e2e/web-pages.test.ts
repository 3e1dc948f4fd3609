import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const bin = join(dirname(import.meta.dirname), "packages", "cli", "bin", "toolwright.cjs");

/** The text that a model gets of a page, which a proxy on loopback serves. */
async function fetchPage(page: string): Promise<string> {
  const proxy = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(page);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const home = mkdtempSync(join(tmpdir(), "toolwright-pages-"));
  onTestFinished(() => {
    proxy.close();
    rmSync(home, { recursive: true, force: true });
  });
  mkdirSync(join(home, "work"));
  mkdirSync(join(home, ".config/toolwright"), { recursive: true });
  writeFileSync(
    join(home, ".config/toolwright/settings.json"),
    JSON.stringify({
      web: { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    }),
  );
  const child = spawn(
    process.execPath,
    [bin, "call", "web_fetch", "url=http://pages.example.com/", "--yes"],
    {
      cwd: join(home, "work"),
      env: { PATH: process.env["PATH"], HOME: home },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  return text(child.stdout);
}

test("a long page is converted in a thread of the built program", async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `<p>Row ${index}, <i>some</i> words`);
  const page = await fetchPage(`<h1>Long</h1>${rows.join("\n")}<h2>The end</h2>`);
  expect(page).toContain("# Long");
  expect(page).toContain("Row 19999, *some* words\n\n## The end");
  expect(page).not.toContain("takes too long");
});
