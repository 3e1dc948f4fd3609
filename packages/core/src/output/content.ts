/** What goes back to the model. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | { readonly type: "audio"; readonly data: string; readonly mimeType: string }
  /** With `text`, or with `data` in base64, it is embedded; with neither it can be read by its address. */
  | {
      readonly type: "resource";
      readonly uri: string;
      readonly name?: string;
      readonly mimeType?: string;
      readonly text?: string;
      readonly data?: string;
    };

/** What a person sees; on purpose not what the model gets. */
export type Display =
  | { readonly type: "text"; readonly text: string; readonly isMarkdown?: boolean }
  /** A unified diff. */
  | { readonly type: "diff"; readonly path: string; readonly diff: string }
  | { readonly type: "terminal"; readonly command: string; readonly output: string }
  | { readonly type: "todos"; readonly items: readonly TodoItem[] }
  | {
      readonly type: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface TodoItem {
  readonly text: string;
  readonly status: "pending" | "active" | "done";
}

/** Something the call made besides its content: a file, a report. */
export interface Artifact {
  readonly name: string;
  readonly uri: string;
  readonly mimeType?: string;
}

export function text(value: string): ContentPart {
  return { type: "text", text: value };
}
