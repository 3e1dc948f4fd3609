import { phrase } from "../../language/phrase.ts";
import type { Theme } from "../../text/theme.ts";
import { emptyLine, type Line, line, span, wrapLines } from "../../text/styled-line.ts";
import type { ToolSignature } from "../../input/tool-signature.ts";

export interface Welcome {
  readonly version: string;
  readonly folder: string;
  readonly tools: readonly ToolSignature[];
  /** Null without one. */
  readonly model: string | null;
  readonly look: Theme;
  /** Columns. */
  readonly width: number;
}

/** The first lines: version, folder, and what can be typed. */
export function welcomeLines(welcome: Welcome): Line[] {
  const { version, folder, model, look, width } = welcome;
  const { say } = look.language;
  const what = model ?? say(phrase("interactive mode"));
  const rows = [
    line(span("Toolwright", "strong"), span(` ${version} ${look.glyphs.dot} ${what}`, "dim")),
    line(span(folder, "dim")),
    emptyLine,
    ...(model === null ? benchLines(welcome) : agentLines(welcome)),
    line(span(say(phrase("Tab completes, /help shows more, /exit quits.")), "dim")),
  ];
  return wrapLines(rows, width, { atWords: true });
}

/** Without a model: what this is, how to see more, and how to give it a model. */
function benchLines({ tools, look }: Welcome): Line[] {
  const { say } = look.language;
  const example = exampleOf(tools);
  return [
    line(
      say(
        phrase(
          "The tools of a coding agent, in your hands: each call shows what it would do, asks where it must, and can be undone.",
        ),
      ),
    ),
    example === null
      ? line(say(phrase("Type a tool and its arguments.")))
      : line(say(phrase("Type a tool and its arguments: ")), span(example, "accent")),
    line(
      say(phrase("With a model this screen is an agent: ")),
      span("toolwright --model anthropic/claude-sonnet-5", "accent"),
    ),
    line(say(phrase("To see one work without a key: ")), span("toolwright run --demo", "accent")),
  ];
}

function agentLines({ tools, look }: Welcome): Line[] {
  const { say } = look.language;
  const example = exampleOf(tools);
  return [
    line(say(phrase("Say what to do. @ names a file, ! runs a command of your own."))),
    ...(example === null
      ? []
      : [
          line(
            say(phrase("A tool can be called by hand with a slash: ")),
            span(`/${example}`, "accent"),
          ),
        ]),
  ];
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
