import { phrase } from "../../language/phrase.ts";
import type { Theme } from "../../text/theme.ts";
import { emptyLine, type Line, line, span, wrapLines } from "../../text/styled-line.ts";
import type { ToolSignature } from "../../input/tool-signature.ts";

export interface Welcome {
  readonly version: string;
  readonly folder: string;
  readonly tools: readonly ToolSignature[];
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
}

/** The first lines: version, folder, and an example to try. */
export function welcomeLines({ version, folder, tools, look, width }: Welcome): Line[] {
  const { dot } = look.glyphs;
  const { say } = look.language;
  const example = exampleOf(tools);
  const rows = [
    line(
      span("Toolwright", "strong"),
      span(` ${version} ${dot} ${say(phrase("interactive mode"))}`, "dim"),
    ),
    line(span(folder, "dim")),
    emptyLine,
    example === null
      ? line(say(phrase("Type a tool and its arguments.")))
      : line(say(phrase("Type a tool and its arguments: ")), span(example, "accent")),
    line(span(say(phrase("Tab completes, /help shows more, /exit quits.")), "dim")),
  ];
  return wrapLines(rows, width, { atWords: true });
}

/** A reading call with a path, otherwise the first tool. */
function exampleOf(tools: readonly ToolSignature[]): string | null {
  const reads = tools.filter(({ kind }) => kind === "read");
  for (const { name, fields } of reads) {
    const [field] = fields;
    if (field?.isRequired === true && field.isPath) return `${name} ${field.name}=README.md`;
  }
  return tools[0]?.name ?? null;
}
