import { Text } from "ink";
import type { ReactElement } from "react";
import { linesText } from "../../text/terminal-lines.ts";
import type { Look } from "../text/look.ts";
import type { Line } from "../text/styled-line.ts";

export interface StyledRowsProps {
  readonly rows: readonly Line[];
  readonly look: Look;
}

/** Rows as they were laid out, in one piece: the terminal library only puts them in their place. */
export function StyledRows({ rows, look }: StyledRowsProps): ReactElement | null {
  if (rows.length === 0) return null;
  return <Text wrap="truncate">{linesText(rows, look).slice(0, -1)}</Text>;
}
