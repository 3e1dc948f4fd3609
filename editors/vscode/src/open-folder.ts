import { randomBytes } from "node:crypto";
import type { Mode } from "@toolwright/core";
import { type ServedHttp, serveOverHttp, ToolServer } from "@toolwright/mcp/server";
import {
  followChanges,
  openToolwright,
  type Toolwright,
  type ToolwrightOptions,
} from "@toolwright/runtime";
import { Approvals } from "./approvals.ts";
import type { Editor } from "./editor.ts";
import { type JournalRow, journalRows, shownPath } from "./journal-rows.ts";
import { LiveCalls } from "./live-calls.ts";

export interface FolderOptions {
  /** Absolute. */
  readonly folder: string;
  readonly version: string;
  readonly mode?: Mode | undefined;
  /** The language of the editor. */
  readonly language?: ToolwrightOptions["language"];
  /** Saves the editor's files, so that a call works on what the person sees. */
  readonly saveFiles: () => Promise<void>;
  /** Only tests give more. */
  readonly more?: ToolwrightOptions;
}

/** A folder of the editor with its session, which an MCP server on this machine offers to the editor's agent. */
export class OpenFolder {
  readonly approvals: Approvals;
  readonly live: LiveCalls;
  readonly #editor: Editor;
  readonly #folder: string;
  readonly #toolwright: Toolwright;
  readonly #server: ToolServer;
  readonly #served: ServedHttp;
  readonly #stops: readonly (() => void)[];
  /** The headers that the editor's agent has to send. */
  readonly headers: Readonly<Record<string, string>>;

  private constructor(editor: Editor, approvals: Approvals, parts: Parts) {
    const { folder, toolwright, server, served, token } = parts;
    this.#editor = editor;
    this.#folder = folder;
    this.approvals = approvals;
    this.#toolwright = toolwright;
    this.#server = server;
    this.#served = served;
    this.headers = { Authorization: `Bearer ${token}` };
    const live = new LiveCalls(editor);
    this.live = live;
    this.#stops = [
      () => live.close(),
      followChanges(toolwright, (notice) => editor.log(notice)),
      toolwright.session.subscribe((event) => {
        live.follow(event);
        if (event.type === "invocation-end") editor.refresh();
      }),
    ];
  }

  /** Errors: ConfigurationError for invalid settings or a folder that is too broad. */
  static async open(editor: Editor, options: FolderOptions): Promise<OpenFolder> {
    const { folder, version, mode, language = "en", saveFiles, more } = options;
    const approvals = new Approvals(editor, folder);
    const onNotice = (notice: string): void => editor.log(notice);
    const toolwright = await openToolwright({
      workspace: folder,
      mode,
      language,
      approver: approvals,
      unsaved: { read: async (path) => editor.unsavedText(path) },
      host: { diagnostics: editor.diagnostics, openInEditor: editor.openInEditor },
      hooks: {
        before: [{ name: "save the editor's files", run: async () => void (await saveFiles()) }],
      },
      onNotice,
      // A refusal must not name flags of the command line.
      remedy: () => null,
      ...more,
    });
    try {
      const server = new ToolServer({
        served: Promise.resolve(toolwright),
        version,
        // The person answers here, and not in the chat.
        asks: "others",
        onNotice,
      });
      const token = randomBytes(32).toString("base64url");
      const served = await serveOverHttp(server, { port: 0, token, onNotice });
      return new OpenFolder(editor, approvals, { folder, toolwright, server, served, token });
    } catch (thrown) {
      await toolwright.close();
      throw thrown;
    }
  }

  /** The address of the MCP server. */
  get url(): string {
    return this.#served.url;
  }

  journal(): Promise<readonly JournalRow[]> {
    return journalRows(this.#toolwright, this.#folder, this.#editor.say);
  }

  async undo(entry?: JournalRow["id"]): Promise<void> {
    const target = entry === undefined ? undefined : ({ type: "entry", entry } as const);
    await this.#revert((force) => this.#toolwright.undo(target, force));
  }

  async redo(): Promise<void> {
    await this.#revert((force) => this.#toolwright.redo(undefined, force));
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#server.close();
    await Promise.allSettled([this.#served.close(), this.#toolwright.close()]);
  }

  async #revert(
    revert: (options?: { force: boolean }) => ReturnType<Toolwright["undo"]>,
  ): Promise<void> {
    const result = await revert();
    const { say } = this.#editor;
    if (result.outcome === "foreign") {
      const question = say(
        "Files have changed since. Overwrite these changes, too? They are kept in the journal.",
      );
      if ((await this.#editor.choose(question, [say("Overwrite")])) === undefined) return;
      this.#tell(await revert({ force: true }));
    } else this.#tell(result);
    this.#editor.refresh();
  }

  #tell(result: Awaited<ReturnType<Toolwright["undo"]>>): void {
    const { say } = this.#editor;
    const { translate } = this.#toolwright.session.language;
    switch (result.outcome) {
      case "done": {
        const paths = result.paths.map(
          ({ path, did }) => `${translate(did)} ${shownPath(path, this.#folder)}`,
        );
        this.#editor.tell(
          [...paths, ...result.notes.map(translate)].join(", ") || say("Nothing to change."),
        );
        return;
      }
      case "nothing":
        this.#editor.tell(translate(result.reason));
        return;
      case "foreign":
        this.#editor.tell(say("Files have changed since, so nothing was undone."), true);
        return;
      case "not-undoable":
        this.#editor.tell(result.reasons.map(translate).join(" "), true);
    }
  }
}

interface Parts {
  readonly folder: string;
  readonly toolwright: Toolwright;
  readonly server: ToolServer;
  readonly served: ServedHttp;
  readonly token: string;
}
