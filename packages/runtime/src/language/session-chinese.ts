import { coreChinese, type Translations } from "@toolwright/core/internal";
import { mcpChinese } from "@toolwright/mcp/configuration";
import { toolsChinese } from "@toolwright/tools/internal";
import { recordedChinese } from "./recorded-chinese.ts";

/** The Chinese texts of all packages that a session uses. */
export async function sessionChinese(): Promise<readonly Translations[]> {
  const tables = await Promise.all([coreChinese(), toolsChinese(), mcpChinese()]);
  return [...tables, ...recordedChinese.map((recorded) => ({ phrases: {}, recorded }))];
}
