import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { UserPart } from "@toolwright/agent";

/**
 * A client's prompt as the person's message. Editors cut the text at every mention, so texts and mentions become one
 * text again, with each file by its path in the workspace. Attached texts follow under their names; they aren't the
 * person's words.
 */
export function promptParts(
  blocks: readonly ContentBlock[],
  roots: readonly string[],
): readonly UserPart[] {
  let message = "";
  const attached: UserPart[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        message += block.text;
        break;
      case "resource_link":
        message += mentionOf(block.uri, roots);
        break;
      case "resource":
        message += mentionOf(block.resource.uri, roots);
        attached.push(...attachedParts(block.resource, roots));
        break;
      case "image":
      case "audio":
        attached.push({ type: block.type, data: block.data, mimeType: block.mimeType });
    }
  }
  return message === "" ? attached : [{ type: "text", text: message }, ...attached];
}

type Resource = Extract<ContentBlock, { type: "resource" }>["resource"];

function attachedParts(resource: Resource, roots: readonly string[]): readonly UserPart[] {
  const { uri, mimeType } = resource;
  if ("text" in resource) {
    const name = mentionOf(uri, roots);
    return [{ type: "text", text: `${name}:\n\n${resource.text}`, isFromAgent: true }];
  }
  const isImage = mimeType?.startsWith("image/") === true;
  return isImage ? [{ type: "image", data: resource.blob, mimeType }] : [];
}

/** `@src/a.ts`, with the lines that the client adds (`#L10:20`); other addresses as they are. */
function mentionOf(uri: string, roots: readonly string[]): string {
  if (!uri.startsWith("file:")) return uri;
  const [address = "", lines] = uri.split("#", 2);
  try {
    const path = shortPath(fileURLToPath(address), roots);
    return `@${path}${lines === undefined ? "" : `#${lines}`}`;
  } catch {
    return uri;
  }
}

function shortPath(path: string, roots: readonly string[]): string {
  const root = roots.find((candidate) => path.startsWith(candidate + sep));
  return root === undefined ? path : relative(root, path);
}
