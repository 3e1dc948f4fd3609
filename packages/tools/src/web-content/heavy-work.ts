import type { HtmlRequest, HtmlText } from "./html/convert-html.ts";

/** Work that a stranger's bytes can make slow. */
export type HeavyWork =
  | { readonly type: "html"; readonly request: HtmlRequest }
  | { readonly type: "pdf"; readonly displayPath: string; readonly bytes: Uint8Array };

export interface HeavyResults {
  readonly html: HtmlText;
  readonly pdf: string;
}

/** Errors: those of `viewWholePdf`. */
export async function doHeavyWork(work: HeavyWork): Promise<HtmlText | string> {
  if (work.type === "html") {
    const { convertHtml } = await import("./html/convert-html.ts");
    return convertHtml(work.request);
  }
  const { viewWholePdf } = await import("../file-view/pdf-view.ts");
  const { buffer, byteOffset, byteLength } = work.bytes;
  return viewWholePdf({ ...work, bytes: Buffer.from(buffer, byteOffset, byteLength) });
}
