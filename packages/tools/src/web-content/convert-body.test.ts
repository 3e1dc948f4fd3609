import { describe, expect, it } from "vitest";
import { type BodyFormat, convertBody } from "./convert-body.ts";

const url = "https://docs.example.com/guide/start.html?v=2#top";

async function convert(
  body: string | Uint8Array,
  contentType: string | null = "text/html; charset=utf-8",
  format: BodyFormat = "markdown",
): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const { content } = await convertBody({ bytes, contentType, url, format });
  if (typeof content !== "string") throw new Error("not a text");
  return content;
}

describe("convertBody", () => {
  it("turns a page into Markdown with absolute links, code languages and tables", async () => {
    const page = `<!doctype html><title> The\n Guide </title><main>
      <h1>Start <a href="#start">#</a></h1>
      <p>Read <a href="../api?x=1">the <b>API</b></a>, <em>then</em>&nbsp;<code>npm ci</code>.</p>
      <pre><code class="language-ts">const a = 1;\nif (a &lt; 2) {\n  b();\n}\n</code></pre>
      <table><tr><th>Name</th><th>Use</th></tr><tr><td>a|b</td><td>one<br>two</td></tr></table>
      <ol start="3"><li>three<ul><li>inner</li></ul></li><li>four</li></ol></main>`;
    const result = await convertBody({
      bytes: new TextEncoder().encode(page),
      contentType: "text/html",
      url,
      format: "markdown",
    });
    expect(result.title).toBe("The Guide");
    expect(result.content).toBe(
      [
        "# Start",
        "Read [the **API**](https://docs.example.com/api?x=1), *then* `npm ci`.",
        "```ts\nconst a = 1;\nif (a < 2) {\n  b();\n}\n```",
        "| Name | Use |\n| --- | --- |\n| a\\|b | one<br>two |",
        "3. three\n   - inner\n4. four",
      ].join("\n\n"),
    );
  });

  it("gives the page as plain text", async () => {
    const page = "<h1>Title</h1><p>Some <b>bold</b> <a href=/x>link</a></p><ul><li>one<li>two</ul>";
    expect(await convert(page, "text/html", "text")).toBe(
      "Title\n\nSome bold link\n\n- one\n- two",
    );
  });

  it("keeps the source with raw", async () => {
    expect(await convert("<p hidden>x</p>", "text/html", "raw")).toBe("<p hidden>x</p>");
  });

  it("indents JSON and keeps its numbers as they are written", async () => {
    expect(await convert('{"big":12345678901234567890}', "application/vnd.api+json")).toBe(
      '{\n  "big": 12345678901234567890\n}',
    );
  });
});
