import type { Web } from "@toolwright/core";
import type { WebSettings } from "./settings/settings.ts";

/** The public internet. Its code is loaded with the first use. */
export function lazyWeb({ proxy }: WebSettings): Web {
  let opened: Promise<Web> | undefined;
  const open = (): Promise<Web> => (opened ??= openWeb(proxy));
  return {
    reasonAgainst: async (url) => (await open()).reasonAgainst(url),
    fetch: async (request) => (await open()).fetch(request),
  };
}

async function openWeb(proxy: string | undefined): Promise<Web> {
  const { createWeb } = await import("@toolwright/tools/web");
  return createWeb(proxy === undefined ? {} : { proxy });
}
