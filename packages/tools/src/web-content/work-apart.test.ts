import { expect, it } from "vitest";
import { convertHtml, type HtmlRequest } from "./html/convert-html.ts";
import { TooHeavyError, workApart } from "./work-apart.ts";

const page = (html: string): HtmlRequest => ({
  html,
  url: "https://a.example/",
  format: "markdown",
});
const request = page("<title>T</title><h1>One</h1><p hidden>x</p><p><a href=/b>two</a>");

it("gives what the work gives, one after the other and at once", async () => {
  const expected = convertHtml(request);
  const work = () => workApart({ type: "html", request }, 60_000);
  expect(await work()).toEqual(expected);
  expect(await Promise.all([work(), work(), work()])).toEqual([expected, expected, expected]);
  expect(await work()).toEqual(expected);
});

it("passes failures on with their code", async () => {
  const bytes = Buffer.from("%PDF-1.7 nothing");
  await expect(
    workApart({ type: "pdf", displayPath: "a.pdf", bytes }, 60_000),
  ).rejects.toMatchObject({ code: "not-text", message: expect.stringContaining("'a.pdf'") });
});

it("gives up after the time limit, and works again afterwards", async () => {
  const slow = page("<ul><li>".repeat(300) + "x<br>".repeat(1_000_000));
  await expect(workApart({ type: "html", request: slow }, 1)).rejects.toThrow(TooHeavyError);
  expect(await workApart({ type: "html", request }, 60_000)).toEqual(convertHtml(request));
});
