/** A part of the content for the model. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | { readonly type: "audio"; readonly data: string; readonly mimeType: string }
  /** Embedded with `text` or base64 `data`; with neither, it can be read by its address. */
  | {
      readonly type: "resource";
      readonly uri: string;
      readonly name?: string;
      readonly mimeType?: string;
      readonly text?: string;
      readonly data?: string;
    };

/** A view for people, which differs from the model's content on purpose. */
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
  readonly status: "pending" | "active" | "done" | "cancelled";
}

/** Something else that the call made, such as a file or a report. */
export interface Artifact {
  readonly name: string;
  readonly uri: string;
  readonly mimeType?: string;
}

export function text(value: string): ContentPart {
  return { type: "text", text: value };
}
