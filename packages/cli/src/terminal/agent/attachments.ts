import { randomUUID } from "node:crypto";
import type { UserPart } from "@toolwright/agent";
import type { ContentPart, RegisteredTool, Session, WorkspaceAccess } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { signatureOf } from "../../input/tool-signature.ts";
import { isPersonsCall, personsCall } from "../own-calls.ts";

/** More mentions in one message are only text. */
const maxAttached = 10;

/** The start of the ids of calls that read what a message names. */
const attachmentCall = `${personsCall}attachment-`;

export interface AttachmentOptions {
  readonly session: Pick<Session, "call" | "tools" | "workspace">;
  /** True if the model takes images. */
  readonly takesImages: boolean;
  readonly warn: (message: Phrase) => void;
}

/** Tells whether the person made the call to see its result. Reading what a message names is one line. */
export function isShownWhole(callId: string): boolean {
  return isPersonsCall(callId) && !callId.startsWith(attachmentCall);
}

/** The paths after an `@`, each once: `@src/a.ts`, `@"my notes.txt"`. They need not exist. */
export function mentionsIn(text: string): readonly string[] {
  const found = text.matchAll(/(?:^|[\s(])@(?:"([^"\n]+)"|([^\s"]+))/g);
  const paths = [...found].map(([, quoted, plain = ""]) => quoted ?? withoutStop(plain));
  return [...new Set(paths)].filter((path) => path !== "");
}

/**
 * The contents of the files and folders that a message names, under their names. They are read like any other file: in
 * calls that are decided, journalled and shown. A path that doesn't exist is only text; a failed call attaches nothing.
 */
export async function attachedParts(
  mentions: readonly string[],
  options: AttachmentOptions,
): Promise<readonly UserPart[]> {
  const found = await kindsOf(mentions, options.session.workspace);
  const attached = found.slice(0, maxAttached).map((named) => attach(named, options));
  return (await Promise.all(attached)).flat();
}

async function attach(
  { path, kind }: Named,
  { session, takesImages, warn }: AttachmentOptions,
): Promise<readonly UserPart[]> {
  const reader = session.tools.find((tool) => reads(tool, kind));
  if (reader === undefined) {
    warn(phrase("No tool of this session can show '{path}', so it isn't attached.", { path }));
    return [];
  }
  const content = await read(path, reader, session);
  if (takesImages || content.every(({ type }) => type !== "image")) {
    return namedParts(path, content);
  }
  warn(phrase("This model takes no images, so '{path}' isn't attached.", { path }));
  return [];
}

/** A full stop after a name ends the sentence. */
function withoutStop(path: string): string {
  return path.replace(/[.,;:!?)]+$/, "");
}

type Kind = "file" | "directory";

interface Named {
  readonly path: string;
  readonly kind: Kind;
}

/** The paths that exist. */
async function kindsOf(
  paths: readonly string[],
  workspace: Session["workspace"],
): Promise<readonly Named[]> {
  const looking = workspace.openSession("attachments");
  const access = looking.openCall({
    permit: (operation) => operation === "inspect",
    isReadable: () => true,
    isRevoked: () => false,
  });
  try {
    return (await Promise.all(paths.map((path) => existing(path, access)))).flat();
  } finally {
    looking.close();
  }
}

async function existing(path: string, access: WorkspaceAccess): Promise<readonly Named[]> {
  try {
    const kind = (await access.stat(path))?.kind;
    return kind === "file" || kind === "directory" ? [{ path, kind }] : [];
  } catch {
    // A word that can't be a path, such as one that leaves the workspace through a link.
    return [];
  }
}

async function read(
  path: string,
  reader: RegisteredTool,
  session: AttachmentOptions["session"],
): Promise<readonly ContentPart[]> {
  const id = `${attachmentCall}${randomUUID()}`;
  const { outcome } = session.call({ id, name: reader.name, input: { [pathField(reader)]: path } });
  const { status, content } = await outcome;
  return status === "ok" ? content : [];
}

/** The tags of tools that show a file, and a folder. */
const tags = { file: "cat", directory: "ls" } as const;

/** One of our own tools, under whatever name, that shows such a thing and needs no more than its path. */
function reads(registered: RegisteredTool, kind: Kind): boolean {
  const { source, tool } = registered;
  if (source !== "builtin" || tool.kind !== "read" || !tool.tags?.includes(tags[kind]))
    return false;
  const needed = signatureOf(registered).fields.filter(({ isRequired }) => isRequired);
  return pathField(registered) !== "" && needed.length <= 1;
}

function pathField(tool: RegisteredTool): string {
  const [first] = signatureOf(tool).fields;
  return first?.isPath === true && first.types.includes("string") ? first.name : "";
}

/** The parts aren't the person's words. */
function namedParts(path: string, content: readonly ContentPart[]): readonly UserPart[] {
  if (content.length === 0) return [];
  const name: UserPart = {
    type: "text",
    text: `@${path}, attached by the user:`,
    isFromAgent: true,
  };
  return [name, ...content.map((part) => ({ ...part, isFromAgent: true }) as const)];
}
