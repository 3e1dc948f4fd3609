import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { ApprovalQuestion, Mode } from "@toolwright/core";
import type { Editor, ShownText } from "./editor.ts";
import type { JournalRow } from "./journal-rows.ts";
import type { LiveCell } from "./live-calls.ts";
import { livePage } from "./live-page.ts";
import { OpenFolder } from "./open-folder.ts";

// Only this file knows VS Code's API, so that the rest is tested without it.

const scheme = "toolwright-change";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  if (folder === undefined) return;
  const shown = new Map<string, string>();
  const changed = new vscode.EventEmitter<undefined>();
  const output = vscode.window.createOutputChannel("Toolwright");
  const live = new LiveView();
  const editor = makeEditor({ output, shown, live, refresh: () => changed.fire(undefined) });
  const version = String((context.extension.packageJSON as { version: string }).version);
  const mode = settings().get<Mode | "">("mode");
  const opened = await OpenFolder.open(editor, {
    folder: folder.uri.fsPath,
    version,
    mode: mode === "" ? undefined : mode,
    language: /^zh\b/.test(vscode.env.language) ? "zh" : "en",
    saveFiles: async () => {
      if (settings().get("saveBeforeCalls") !== false) await vscode.workspace.saveAll(false);
    },
  });
  live.open(opened);
  const didChange = changed.event;
  context.subscriptions.push(
    output,
    changed,
    { dispose: () => void opened.close() },
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path, query }) => shown.get(`${query} ${path}`) ?? "",
    }),
    vscode.lm.registerMcpServerDefinitionProvider("toolwright", {
      provideMcpServerDefinitions: () => [
        new vscode.McpHttpServerDefinition(
          "Toolwright",
          vscode.Uri.parse(opened.url),
          { ...opened.headers },
          version,
        ),
      ],
    }),
    vscode.window.registerTreeDataProvider("toolwright.approvals", {
      onDidChangeTreeData: didChange,
      getChildren: () => [...opened.approvals.questions],
      getTreeItem: questionItem,
    }),
    vscode.window.registerTreeDataProvider("toolwright.journal", {
      onDidChangeTreeData: didChange,
      getChildren: async () => [...(await opened.journal())],
      getTreeItem: journalItem,
    }),
    vscode.window.registerWebviewViewProvider("toolwright.live", live),
    ...commands(opened),
  );
}

/** VS Code waits for it for some seconds. */
export async function deactivate(): Promise<void> {
  // The folder is closed as a subscription of the extension.
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("toolwright");
}

function commands(opened: OpenFolder): readonly vscode.Disposable[] {
  const register = (name: string, run: (item?: never) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`toolwright.${name}`, run);
  return [
    register(
      "answer",
      (question?: ApprovalQuestion) => question && opened.approvals.answer(question.id),
    ),
    register(
      "showChange",
      (question?: ApprovalQuestion) => question && opened.approvals.show(question.id),
    ),
    register("undoEntry", (row?: JournalRow) => row && opened.undo(row.id)),
    register("undo", () => opened.undo()),
    register("redo", () => opened.redo()),
    register("showLive", () => vscode.commands.executeCommand("toolwright.live.focus")),
  ];
}

function questionItem(question: ApprovalQuestion): vscode.TreeItem {
  const item = new vscode.TreeItem(question.summary);
  item.description = question.agent === "main" ? question.tool.title : question.agent;
  item.iconPath = new vscode.ThemeIcon("question");
  item.contextValue = question.preview === undefined ? "question" : "change";
  item.command = {
    command: "toolwright.answer",
    title: vscode.l10n.t("Answer…"),
    arguments: [question],
  };
  return item;
}

function journalItem(row: JournalRow): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label);
  item.description = row.description;
  item.contextValue = row.isUndoable ? "undoable" : "entry";
  item.iconPath = new vscode.ThemeIcon(row.isUndoable ? "edit" : "circle-outline");
  return item;
}

/** The panel with the live calls. It may be opened at any time, and again. */
class LiveView implements vscode.WebviewViewProvider {
  #opened: OpenFolder | null = null;
  #view: vscode.WebviewView | null = null;

  open(opened: OpenFolder): void {
    this.#opened = opened;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    view.onDidDispose(() => (this.#view = null));
    view.webview.options = { enableScripts: true, localResourceRoots: [] };
    view.webview.onDidReceiveMessage((message: { answer?: unknown }) => {
      if (typeof message.answer === "string") void this.#opened?.approvals.answer(message.answer);
      else this.show(this.#opened?.live.cells ?? []);
    });
    const nonce = randomBytes(16).toString("hex");
    view.webview.html = livePage(nonce, vscode.l10n.t("Calls are shown here while they run."));
  }

  show(cells: readonly LiveCell[]): void {
    void this.#view?.webview.postMessage({ cells });
  }
}

interface EditorParts {
  readonly live: LiveView;
  readonly output: vscode.OutputChannel;
  /** The texts that comparisons show, by side and path. */
  readonly shown: Map<string, string>;
  readonly refresh: () => void;
}

function makeEditor({ output, shown, live, refresh }: EditorParts): Editor {
  const uriOf = (side: string, { path, text }: ShownText): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme, path: `/${path.replace(/^\/+/, "")}`, query: side });
    shown.set(`${side} ${uri.path}`, text);
    return uri;
  };
  return {
    choose: async (question, choices) => vscode.window.showWarningMessage(question, ...choices),
    pick: async (title, items) =>
      vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }),
    askText: async (title) => vscode.window.showInputBox({ title, ignoreFocusOut: true }),
    async showDiff(before, after, title) {
      const side = String(Date.now());
      const uris = [uriOf(`before ${side}`, before), uriOf(`after ${side}`, after)] as const;
      await vscode.commands.executeCommand("vscode.diff", ...uris, title);
    },
    async showText(text, language) {
      const document = await vscode.workspace.openTextDocument({ content: text, language });
      await vscode.window.showTextDocument(document, { preview: true });
    },
    tell(message, isProblem = false) {
      if (isProblem) void vscode.window.showErrorMessage(message);
      else void vscode.window.showInformationMessage(message);
    },
    say: (english, values = {}) => vscode.l10n.t(english, { ...values }),
    log: (text) => output.appendLine(text),
    showCells: (cells) => live.show(cells),
    refresh,
    unsavedText: (path) =>
      vscode.workspace.textDocuments
        .find(({ uri, isDirty }) => isDirty && uri.scheme === "file" && uri.fsPath === path)
        ?.getText() ?? null,
    diagnostics: async (path) =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(path))
        .map(({ range, severity, message }) => ({
          line: range.start.line + 1,
          severity:
            severity === vscode.DiagnosticSeverity.Error
              ? "error"
              : severity === vscode.DiagnosticSeverity.Warning
                ? "warning"
                : "information",
          message,
        })),
    async openInEditor(path, line = 1) {
      const at = new vscode.Position(line - 1, 0);
      await vscode.window.showTextDocument(vscode.Uri.file(path), {
        selection: new vscode.Range(at, at),
        preview: true,
      });
    },
  };
}
