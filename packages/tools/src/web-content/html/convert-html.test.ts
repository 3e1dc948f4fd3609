import { describe, expect, it } from "vitest";
import { convertHtml } from "./convert-html.ts";

const url = "https://docs.example.com/guide/start.html?v=2#top";

function markdown(html: string): string {
  return convertHtml({ html, url, format: "markdown" }).text;
}

function plain(html: string): string {
  return convertHtml({ html, url, format: "text" }).text;
}

describe("Markdown", () => {
  it.each([
    ["headings", "<h1>A <b>b</b></h1><h3>C</h3><h2> </h2>", "# A b\n\n### C"],
    ["emphasis", "<p><b>a </b>b<i> c</i> <del>d</del><b> </b></p>", "**a** b *c* ~~d~~"],
    ["line breaks", "<p>a<br> b<br><br>c", "a\nb\n\nc"],
    ["code with backticks", "<code>a`b</code> <code>`c`</code>", "``a`b`` `` `c` ``"],
    ["quotations", "<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"],
    ["rules between blocks only", "<hr><p>a</p><hr><hr><p>b</p><hr>", "a\n\n---\n\nb\n\n---"],
    ["powers", "<p>E = mc<sup>2</sup>, x<sup><a href='#n'>[1]</a></sup></p>", "E = mc^2, x[1]"],
    ["tight lists", "<ul><li>a<li>b<ol start=9><li>c<li>d</ol></ul>", "- a\n- b\n  9. c\n  10. d"],
    ["loose lists", "<ul><li><p>a</p><p>b</p></li><li>c</ul>", "- a\n\n  b\n\n- c"],
    ["lists in lists without an item", "<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b"],
    [
      "task lists",
      "<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>",
      "- [x] a\n- [ ] b",
    ],
    ["definitions", "<dl><dt>a<dt>b<dd>c<dd><p>d</dl>", "- **a**\n- **b**\n\n  c\n\n  d"],
    ["details", "<details><summary>More</summary><p>text</details>", "**More**\n\ntext"],
    [
      "formulas",
      '<math display="block"><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>',
      "$$x^2$$",
    ],
    ["entities", "<p>&lt;a&gt; &amp;amp; &eacute;&#x1F600;&nbsp;x &copy", "<a> &amp; é😀 x ©"],
  ])("writes %s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it.each([
    ["<pre><code class='language-js'>a\n  b\n</code></pre>", "js"],
    ["<pre class='brush: php'>a\n  b</pre>", "php"],
    [
      "<div class='highlight-python3 notranslate'><div class=highlight><pre>a\n  b</pre></div></div>",
      "python3",
    ],
    ["<div class='highlight highlight-source-shell'><pre>a\n  b</pre></div>", "shell"],
    ["<pre data-lang=go><span>a</span>\n  b</pre>", "go"],
    ["<pre><code class='hljs'>a\n  b</code></pre>", ""],
    ["<pre>\na<br>  b</pre>", ""],
    ["<div class=highlight-default><pre>a\n  b</pre></div>", ""],
  ])("keeps code and its language: %s", (html, language) => {
    expect(markdown(html)).toBe(`\`\`\`${language}\na\n  b\n\`\`\``);
  });

  it("fences code that contains fences", () => {
    expect(markdown("<pre>```\nx\n```</pre>")).toBe("````\n```\nx\n```\n````");
  });

  it("leaves line numbers beside code out", () => {
    const html = `<table class=highlighttable><tr><td class="linenos"><pre>1\n2</pre></td>
      <td class=code><pre>a\nb</pre></td></tr></table>`;
    expect(markdown(html)).toBe("```\na\nb\n```");
  });

  it.each([
    "<pre><span class=lineno>1</span>a\n<span class='lineno'>2</span>b</pre>",
    "<pre><span style='-webkit-user-select:none;user-select:none'> 1</span>a\n<i class=ln>2</i>b</pre>",
  ])("leaves line numbers in code out: %s", (html) => {
    expect(markdown(html)).toBe("```\na\nb\n```");
  });

  it("writes tables, with empty cells for what others span", () => {
    const html = `<table><caption>Sizes</caption><thead><tr><th>a<th>b<th>c</thead>
      <tbody><tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>x|y<br>z</table>`;
    expect(markdown(html)).toBe(
      "Sizes\n\n| a | b | c |\n| --- | --- | --- |\n| 1 | 2 |  |\n|  | 3 | x\\|y<br>z |",
    );
  });

  it("leaves empty tables and rows out", () => {
    expect(markdown("a<table><tr><td> <td></table><table></table>b")).toBe("a\n\nb");
    expect(markdown("<table><tr><td>&nbsp;<td><tr><th>x<th>y</table>")).toBe(
      "| x | y |\n| --- | --- |",
    );
  });

  it("writes an empty head for a table without one", () => {
    expect(markdown("<table><tr><th>a<td>1<tr><th>b<td>2</table>")).toBe(
      "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |",
    );
  });

  it("writes the cells of a table that only arranges a page one after the other", () => {
    const inner = "<table><tr><td>1<td>2</table>";
    expect(markdown(`<table><tr><td><p>menu<td>${inner}</table>`)).toContain("menu\n\n|");
    expect(markdown("<table role=presentation><tr><td>a<td>b</table>")).toBe("a\n\nb");
  });
});

describe("links and images", () => {
  it("are absolute, also by the page's base", () => {
    expect(markdown("<a href='../x?a=1#b'>t</a>")).toBe("[t](https://docs.example.com/x?a=1#b)");
    expect(markdown("<base href=//cdn.example/d/><a href=x>t</a>")).toBe(
      "[t](https://cdn.example/d/x)",
    );
    expect(markdown("<img src=/i.png alt='A\n picture'>")).toBe(
      "![A picture](https://docs.example.com/i.png)",
    );
  });

  it("to places in the same page are text, and their marks are left out", () => {
    expect(markdown("<a href=#x>part</a>")).toBe("part");
    expect(markdown(`<h2>T<a href="#t">¶</a></h2><a href="start.html?v=2#y">y</a>`)).toBe(
      "## T\n\ny",
    );
  });

  it.each([
    "javascript:alert(1)",
    "JaVa\nscript:x",
    "data:text/html,x",
    "vbscript:x",
    "file:///x",
    "http://",
  ])("to %s are text", (href) => {
    expect(markdown(`<a href="${href}">t</a>`)).toBe("t");
    expect(markdown(`<img src="${href}" alt="t">`)).toBe("[image: t]");
  });

  it("around a card make its first block a link", () => {
    expect(markdown("<a href=/c><h3>Card</h3><p>About it</p></a>")).toBe(
      "### [Card](https://docs.example.com/c)\n\nAbout it",
    );
  });

  it("without text or as decoration are left out", () => {
    expect(markdown("a<img src=i alt=icon width=16><img src=i alt=p height=1px>b")).toBe("ab");
    expect(markdown("a<a href=/x></a><img src=y alt=''><a href=/z><img src=i alt=''></a> b")).toBe(
      "a b",
    );
  });
});

describe("what a person doesn't see", () => {
  it.each([
    ["comments", "<!-- SECRET --><p>a"],
    ["scripts and styles", "<script>SECRET</script><style>SECRET</style><p>a"],
    ["templates", "<template>SECRET</template><noscript>SECRET</noscript><p>a"],
    ["hidden", "<p hidden>SECRET</p><p>a"],
    ["aria-hidden", "<p aria-hidden=true>SECRET</p><p>a"],
    ["display: none", "<div style='color:red;DISPLAY : none !important'><p>SECRET</p></div><p>a"],
    ["visibility", "<div style='visibility:hidden'>SECRET</div><p>a"],
    ["opacity", "<div style='opacity:0.0'>SECRET</div><p>a"],
    ["no size", "<div style='font-size:0px'><b>SECRET</b></div><p>a"],
    ["no colour", "<div style='color: rgba(0, 0, 0, 0)'>SECRET</div><p>a"],
    ["outside of the window", "<div style='position:absolute;left:-9999px'>SECRET</div><p>a"],
    ["clipped", "<div style='position:absolute;clip:rect(0 0 0 0)'>SECRET</div><p>a"],
    [
      "a class of the page",
      "<style>/* x */ .off, #b { display: none }</style><p class='x off'>SECRET</p><p>a",
    ],
    ["an id of a later style", "<p id=b>SECRET</p><p>a</p><style>#b{visibility:hidden}</style>"],
    ["closed dialogs", "<dialog>SECRET</dialog><p>a"],
    ["hidden in an unclosed element", "<p>a</p><div hidden><b><i>SECRET"],
    ["attributes", "<p title=SECRET data-x=SECRET>a<input type=hidden value=SECRET>"],
  ])("is left out: %s", (_, html) => {
    expect(markdown(html)).toBe("a");
    expect(plain(html)).toBe("a");
  });

  it.each([
    "<style>@media print { .x { display: none } } .y .x { display: none }</style><p class=x>a",
    "<p style='opacity:0.5;margin-left:-10px'>a",
    "<p hidden=until-found>a",
    "<dialog open>a</dialog>",
    "<div aria-hidden=true><article>a</article></div>",
    "<div style='font-size:0'><p style='font-size:1rem'>a</p></div>",
    "<body style='display:none'><p>a",
  ])("is not taken for hidden: %s", (html) => {
    expect(markdown(html)).toBe("a");
  });

  it("is not what React streams into hidden elements, if its script places it", () => {
    const page = (script: string): string =>
      `<main><h1>T</h1><template id="B:0"></template><p>last</p></main>
      <div hidden id="S:0"><p>late <template id="P:1"></template></p></div>
      <div hidden id="S:1"><b>later</b></div><div hidden id="S:2">SECRET</div>
      <script>${script}</script>`;
    const placed = page('$RC("B:0","S:0");$RS("S:1","P:1");$RC("B:9","S:0")');
    expect(markdown(placed)).toBe("# T\n\nlate **later**\n\nlast");
    expect(markdown(page(""))).toBe("# T\n\nlast");
    expect(markdown(page('$RC("B:0","S:0");$RS("S:0","P:1")'))).toBe("# T\n\nlate\n\nlast");
  });

  it("is told by its length", () => {
    const { notes } = convertHtml({ html: "<p hidden>12345</p><p>a", url, format: "markdown" });
    expect(notes).toEqual(["5 characters of hidden text are left out."]);
  });

  it("is left out inside of words: zero-width, bidirectional and tag characters", () => {
    const tags = String.fromCodePoint(0xe0049, 0xe0067, 0xe006e);
    expect(markdown(`<title>T\u202e${tags}</title><p>a\u200bb\u202ec\u2066d${tags}`)).toBe("abcd");
    expect(markdown("<p>👩\u200d💻 می\u200cخواهم")).toBe("👩\u200d💻 می\u200cخواهم");
  });
});

describe("the main part", () => {
  const menu = "<nav><a href=/a>Menu</a></nav>";
  const article = `<h1>Title</h1><p>${"Some words of the article. ".repeat(20)}</p>`;
  const about = "<div class=sidebar>About us</div><footer>Imprint</footer>";

  it.each([
    ["main", `${menu}<main>${article}</main>${about}`],
    ["a role", `${menu}<div role=main>${article}</div>${about}`],
    ["the only article", `${menu}<div><article>${article}</article></div>${about}`],
    ["the rest of the body", `${menu}<div>${article}</div>${about}`],
  ])("is found: %s", (_, html) => {
    const text = markdown(html);
    expect(text).toMatch(/^# Title\n\nSome words/);
    expect(text).not.toMatch(/Menu|About us|Imprint/);
  });

  it("keeps the header of an article and its notes", () => {
    const html = `<article><header><h1>T</h1></header>${article}<aside>Note</aside></article>`;
    expect(markdown(html)).toMatch(/^# T\n[^]*\n\nNote$/);
  });

  it("is the whole page where the rest would be too little", () => {
    expect(markdown(`${menu}<main></main><p>Hello</p>`)).toContain("Hello");
    expect(markdown("<nav><ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul></nav>")).toBe(
      "- [One](https://docs.example.com/a)\n- [Two](https://docs.example.com/b)",
    );
  });

  it("is the whole page among several articles", () => {
    const html = `<article>${article}</article><article><h1>Second</h1></article>`;
    expect(markdown(html)).toContain("# Second");
  });
});

describe("broken and hostile pages", () => {
  it.each([
    ["unclosed tags", "<p>a<p>b<div>c", "a\n\nb\n\nc"],
    ["tags that end others", "<b><p>a</b>b</p>c", "ab\n\nc"],
    ["stray ends", "</div></p>a</b></table>", "a"],
    ["a cut tag", "a<a href=", "a"],
    ["a cut comment", "a<!-- b", "a"],
    ["a sign in text", "a < b && c<d", "a < b && c"],
    ["no tags", "just text", "just text"],
    ["nothing", "", ""],
    ["cells without a row", "<table><td>a<td>b</table>", "|  |  |\n| --- | --- |\n| a | b |"],
    ["text between rows", "<table><tr>a<td>b<td>c</tr>d<div>e</div></table>", "ad\n\ne\n\n|  |"],
  ])("are read as far as possible: %s", (_, html, expected) => {
    expect(markdown(html).startsWith(expected)).toBe(true);
  });

  it.each([
    [
      "100,000 elements in each other",
      `${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}after`,
    ],
    ["inline ones", `${"<b>".repeat(100_000)}deep after`],
    ["lists", `${"<ul><li>".repeat(50_000)}deep after`],
    ["tables", `${"<table><tr><td>".repeat(30_000)}deep after`],
    ["quotations", `${"<blockquote>".repeat(50_000)}deep after`],
    ["links", `${"<a href=/x>".repeat(50_000)}deep after`],
    ["stray ends among them", `${"<i>".repeat(5_000)}deep${"</b>".repeat(100_000)} after`],
  ])("keep their text and cost no stack: %s", (_, html) => {
    const text = plain(html);
    expect(text).toContain("deep");
    expect(text).toContain("after");
  });

  it.each([
    ["attributes", `<div ${"a=b ".repeat(300_000)}>x`],
    [
      "a long attribute",
      `<div style="${";color:rgba(1".repeat(100_000)}" class="${"nav- ".repeat(100_000)}">x`,
    ],
    ["comments in a style", `<style>${"/*".repeat(300_000)}</style>x`],
    ["braces in a style", `<style>${"a{{}".repeat(200_000)}</style>x`],
    ["unclosed scripts", `x${"<script>".repeat(100_000)}`],
    ["unclosed comments", `x${"<!--".repeat(200_000)}`],
    ["signs", `x${"<!".repeat(300_000)}`],
    ["spans of a table", `<table>${"<tr><td colspan=99999 rowspan=65534>x".repeat(5_000)}`],
    ["paragraphs in many elements", `${"<i>".repeat(500)}${"<p>x".repeat(50_000)}`],
  ])("take time in proportion to their length: %s", (_, html) => {
    const { text } = convertHtml({ html, url, format: "markdown" });
    expect(text).toContain("x");
    expect(text.length).toBeLessThan(5 * html.length);
  });

  it("have no text if scripts make it", () => {
    expect(markdown("<div id=root></div><script src=/app.js></script>")).toBe("");
  });
});
