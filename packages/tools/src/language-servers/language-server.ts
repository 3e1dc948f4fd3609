import type { ProcessHost } from "@toolwright/core";
import type {
  DeclaredSymbol,
  Problem,
  SandboxProfile,
  SourcePosition,
  SourceRange,
} from "@toolwright/core/ports";
import { basename } from "node:path";
import { extensionOf, type ServerProgram } from "./checker.ts";
import { OpenDocuments } from "./open-documents.ts";
import {
  isRecord,
  locationsIn,
  pathOf,
  problemsIn,
  rangeIn,
  recordsIn,
  uriOf,
} from "./protocol-types.ts";
import { AnswerError, ServerConnection } from "./server-connection.ts";

const START_MS = 30_000;
/** A server that takes longer for one answer is stopped. */
const REQUEST_MS = 20_000;
/** How long a server that sends diagnostics by itself may take for a document. */
const PUBLISH_MS = 5_000;
/** Some servers send syntax errors first and the rest shortly after. */
const QUIET_MS = 250;
const MAX_PUBLISHED = 2_000;
/** ServerCancelled and ContentModified: the server began to think about something else. */
const askAgain: ReadonlySet<unknown> = new Set([-32_802, -32_801]);
const MAX_ATTEMPTS = 3;

export interface ServerOptions {
  readonly processes: ProcessHost;
  readonly program: ServerProgram;
  readonly sandbox: SandboxProfile | null;
  /** Real paths. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
  /** Default: 20,000. */
  readonly requestMs?: number | undefined;
}

interface Published {
  readonly problems: readonly Problem[];
  /** Undefined if the server doesn't say which version it looked at. */
  readonly version: number | undefined;
}

/** A language server that has been initialized. Errors: those of `ServerConnection`. */
export class LanguageServer {
  readonly program: ServerProgram;
  readonly documents: OpenDocuments;
  readonly #connection: ServerConnection;
  readonly #published: Map<string, Published>;
  readonly #listeners: Set<(path: string) => void>;
  readonly #state: { pulls: boolean };
  readonly #requestMs: number;

  private constructor(
    { program, requestMs = REQUEST_MS }: ServerOptions,
    connection: ServerConnection,
    inbox: Pick<Inbox, "published" | "listeners" | "state">,
  ) {
    this.program = program;
    this.#requestMs = requestMs;
    this.#connection = connection;
    this.#published = inbox.published;
    this.#listeners = inbox.listeners;
    this.#state = inbox.state;
    this.documents = new OpenDocuments((method, params) => connection.notify(method, params));
  }

  /** Starts the server and waits until it is ready. If that fails, nothing is left running. */
  static async start(options: ServerOptions): Promise<LanguageServer> {
    const { signal } = options;
    const inbox = createInbox(options.roots);
    const connection = await ServerConnection.start({ ...options, ...inbox });
    try {
      const timing = { signal, timeoutMs: START_MS };
      const answer = await connection.request("initialize", initializeParams(options), timing);
      const capabilities = isRecord(answer) ? answer["capabilities"] : undefined;
      if (isRecord(capabilities) && capabilities["diagnosticProvider"] !== undefined) {
        inbox.state.pulls = true;
      }
      connection.notify("initialized", {});
      return new LanguageServer(options, connection, inbox);
    } catch (thrown) {
      await connection.close();
      throw thrown;
    }
  }

  get fault(): string | null {
    return this.#connection.fault;
  }

  get over(): Promise<void> {
    return this.#connection.over;
  }

  /** Whether it diagnoses files on the disk that aren't open. */
  get checksClosedFiles(): boolean {
    return this.program.checksClosedFiles && this.#state.pulls;
  }

  /** Shows it a text of a file; null for the one on the disk. */
  show(path: string, text: string | null): number | null {
    if (text === null) {
      this.documents.close(path);
      return null;
    }
    return this.documents.show(
      path,
      text,
      this.program.languages[extensionOf(path)] ?? "plaintext",
    );
  }

  /** The problems of a file that was shown, or of any file if it checks closed ones. */
  async problems(
    path: string,
    version: number | null,
    signal: AbortSignal,
  ): Promise<readonly Problem[]> {
    if (this.#state.pulls) {
      const params = { textDocument: { uri: uriOf(path) } };
      const answer = await this.#ask("textDocument/diagnostic", params, signal);
      return isRecord(answer) ? problemsIn(path, answer["items"]) : [];
    }
    await this.#publishedFor(path, version, signal);
    return this.#published.get(path)?.problems ?? [];
  }

  async symbolsIn(path: string, signal: AbortSignal): Promise<readonly DeclaredSymbol[]> {
    const params = { textDocument: { uri: uriOf(path) } };
    return symbolsOf(path, await this.#ask("textDocument/documentSymbol", params, signal), []);
  }

  async definition(at: SourcePosition, signal: AbortSignal): Promise<readonly SourceRange[]> {
    return locationsIn(await this.#ask("textDocument/definition", placeOf(at), signal));
  }

  async references(at: SourcePosition, signal: AbortSignal): Promise<readonly SourceRange[]> {
    const params = { ...placeOf(at), context: { includeDeclaration: true } };
    return locationsIn(await this.#ask("textDocument/references", params, signal));
  }

  /** The server's workspace edit, unchecked. */
  rename(at: SourcePosition, newName: string, signal: AbortSignal): Promise<unknown> {
    return this.#ask("textDocument/rename", { ...placeOf(at), newName }, signal);
  }

  /** Tells it about changes on the disk. */
  noteChanges(changes: readonly { readonly path: string; readonly type: FileChangeType }[]): void {
    if (changes.length === 0) return;
    this.#connection.notify("workspace/didChangeWatchedFiles", {
      changes: changes.map(({ path, type }) => ({ uri: uriOf(path), type: changeTypes[type] })),
    });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#connection.request(method, params, {
          signal,
          timeoutMs: this.#requestMs,
        });
      } catch (thrown) {
        const isPassing = thrown instanceof AnswerError && askAgain.has(thrown.answerCode);
        if (!isPassing || attempt === MAX_ATTEMPTS) throw thrown;
      }
    }
  }

  /** Waits until the server has sent what it knows about a version, or for some seconds. */
  async #publishedFor(path: string, version: number | null, signal: AbortSignal): Promise<void> {
    const known = this.#published.get(path);
    if (version === null && known !== undefined) return;
    await new Promise<void>((resolve) => {
      let quiet: ReturnType<typeof setTimeout> | undefined;
      const finish = (): void => {
        clearTimeout(quiet);
        clearTimeout(longest);
        this.#listeners.delete(listener);
        signal.removeEventListener("abort", finish);
        resolve();
      };
      const longest = setTimeout(finish, PUBLISH_MS);
      const listener = (changed: string): void => {
        if (changed !== path) return;
        const seen = this.#published.get(path)?.version;
        if (version !== null && seen !== undefined && seen < version) return;
        clearTimeout(quiet);
        quiet = setTimeout(finish, QUIET_MS);
      };
      this.#listeners.add(listener);
      signal.addEventListener("abort", finish, { once: true });
      void this.over.then(finish);
      if (signal.aborted) finish();
    });
  }
}

export type FileChangeType = "created" | "changed" | "deleted";

const changeTypes: Readonly<Record<FileChangeType, number>> = {
  created: 1,
  changed: 2,
  deleted: 3,
};

interface Inbox {
  readonly answer: (method: string, params: unknown) => unknown;
  readonly take: (method: string, params: unknown) => void;
  readonly published: Map<string, Published>;
  readonly listeners: Set<(path: string) => void>;
  readonly state: { pulls: boolean };
}

/** What a server sends by itself. */
function createInbox(roots: readonly string[]): Inbox {
  const published = new Map<string, Published>();
  const listeners = new Set<(path: string) => void>();
  const state = { pulls: false };
  return {
    published,
    listeners,
    state,
    answer(method, params) {
      const given = isRecord(params) ? params : {};
      switch (method) {
        case "workspace/configuration":
          return recordsIn(given["items"]).map(() => ({}));
        case "workspace/workspaceFolders":
          return foldersOf(roots);
        case "client/registerCapability":
          if (
            recordsIn(given["registrations"]).some(
              (each) => each["method"] === "textDocument/diagnostic",
            )
          ) {
            state.pulls = true;
          }
          return null;
        case "workspace/applyEdit":
          // Only what a call has shown and had decided changes files.
          return { applied: false };
        default:
          return harmless.has(method) ? null : undefined;
      }
    },
    take(method, params) {
      if (method !== "textDocument/publishDiagnostics" || !isRecord(params)) return;
      const path = pathOf(params["uri"]);
      if (path === null || (published.size >= MAX_PUBLISHED && !published.has(path))) return;
      const { version } = params;
      published.set(path, {
        problems: problemsIn(path, params["diagnostics"]),
        version: typeof version === "number" ? version : undefined,
      });
      for (const listener of listeners) listener(path);
    },
  };
}

/** Requests for which there is nothing to do. */
const harmless: ReadonlySet<string> = new Set([
  "client/unregisterCapability",
  "window/workDoneProgress/create",
  "window/showMessageRequest",
  "workspace/diagnostic/refresh",
  "workspace/semanticTokens/refresh",
  "workspace/inlayHint/refresh",
  "workspace/codeLens/refresh",
]);

function foldersOf(
  roots: readonly string[],
): readonly { readonly uri: string; readonly name: string }[] {
  return roots.map((root) => ({ uri: uriOf(root), name: basename(root) }));
}

function initializeParams({ program, roots }: ServerOptions): unknown {
  const { folder, initializationOptions } = program;
  const folders = [
    folder,
    ...roots.filter((root) => !root.startsWith(folder) && !folder.startsWith(root)),
  ];
  return {
    // In a sandbox of its own a server would take a missing parent for the end of its work.
    processId: null,
    clientInfo: { name: "toolwright" },
    rootUri: uriOf(folder),
    workspaceFolders: foldersOf(folders),
    ...(initializationOptions !== undefined && { initializationOptions }),
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
        workspaceEdit: { documentChanges: true },
      },
      textDocument: {
        synchronization: {},
        diagnostic: { dynamicRegistration: true },
        publishDiagnostics: { versionSupport: true },
        definition: { linkSupport: true },
        references: {},
        rename: {},
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      },
    },
  };
}

function placeOf({ path, line, column }: SourcePosition): object {
  return {
    textDocument: { uri: uriOf(path) },
    position: { line: line - 1, character: column - 1 },
  };
}

/** Symbols with their containers, or the flat list of older servers. */
function symbolsOf(
  path: string,
  value: unknown,
  containers: readonly string[],
): readonly DeclaredSymbol[] {
  if (containers.length > 50) return [];
  return recordsIn(value).flatMap(({ name, selectionRange, location, children }) => {
    const place = selectionRange ?? (isRecord(location) ? location["range"] : undefined);
    const range = rangeIn(path, place);
    if (typeof name !== "string" || range === null) return [];
    return [{ name, containers, range }, ...symbolsOf(path, children, [...containers, name])];
  });
}
