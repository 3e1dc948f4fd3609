import { z } from "zod";
import { countText, sizeText } from "../text/number-text.ts";
import { viewParts } from "./document-parts.ts";
import type { FileView } from "./file-view.ts";

/** The limit for each output; its beginning and end are kept. */
const MAX_OUTPUT_CHARACTERS = 2_000;
const DEFAULT_CELLS = 200;

const joined = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === "string" ? text : text.join("")));

const output = z.object({
  output_type: z.string(),
  text: joined.optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
  traceback: z.array(z.string()).optional().catch(undefined),
});

const cell = z.object({
  cell_type: z.string(),
  source: joined.catch(""),
  outputs: z.array(output).optional().catch(undefined),
});

const notebook = z.object({ nbformat: z.int(), cells: z.array(cell) });

export type Notebook = z.infer<typeof notebook>;
type Cell = Notebook["cells"][number];
type CellOutput = z.infer<typeof output>;

/** Null if the bytes are not a Jupyter notebook of version 4. */
export function parseNotebook(bytes: Buffer): Notebook | null {
  try {
    return notebook.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    // Not JSON: the file is shown as text.
    return null;
  }
}

/** A notebook cell by cell, outputs shortened; `offset` and `limit` count cells. */
export async function viewNotebook(
  { displayPath, cells }: { readonly displayPath: string; readonly cells: readonly Cell[] },
  {
    offset = 1,
    limit = DEFAULT_CELLS,
  }: { offset?: number | undefined; limit?: number | undefined },
): Promise<FileView> {
  return viewParts({
    displayPath,
    kind: "notebook",
    part: "cell",
    total: cells.length,
    offset,
    limit,
    note: "To read the file's JSON text, which edits must match, use around or from_end.",
    textOf: (number) => cellText(cells[number - 1], number, cells.length),
  });
}

function cellText(given: Cell | undefined, number: number, total: number): string {
  const { cell_type: type, source, outputs = [] } = given ?? { cell_type: "", source: "" };
  const shown = outputs.map(outputText).filter((text) => text !== "");
  return [
    `==> cell ${number} of ${total}: ${type} <==`,
    source,
    ...shown.flatMap((text) => ["--- output:", text]),
  ].join("\n");
}

function outputText({ text, data = {}, ename, evalue, traceback }: CellOutput): string {
  if (ename !== undefined) {
    return shortened(plain([`${ename}: ${evalue ?? ""}`, ...(traceback ?? [])].join("\n")));
  }
  if (text !== undefined) return shortened(plain(text));
  const others = Object.entries(data).filter(([type]) => type !== "text/plain");
  const said = joined.safeParse(data["text/plain"]).data ?? "";
  const named = others.map(
    ([type, value]) => `[${type}, ${sizeText(JSON.stringify(value)?.length ?? 0)}, not shown]`,
  );
  return [...(said === "" ? [] : [shortened(plain(said))]), ...named].join("\n");
}

/** Removes the escape sequences of coloured terminal text. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matches the escape character
  return text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "").trimEnd();
}

function shortened(text: string): string {
  if (text.length <= MAX_OUTPUT_CHARACTERS) return text;
  const half = MAX_OUTPUT_CHARACTERS / 2;
  const left = countText(text.length - 2 * half);
  return `${text.slice(0, half)}\n… [${left} characters left out] …\n${text.slice(-half)}`;
}
