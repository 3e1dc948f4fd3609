import type { Environment, Redactor, Snapshots, Workspace } from "@toolwright/core";
import { mayChangeFiles, redactModelText } from "@toolwright/core/internal";
import type { AwaitableJournal } from "@toolwright/workspace";
import { hasUnfinishedUndo } from "@toolwright/workspace/internal";
import type { RevertResult, Undo } from "@toolwright/workspace/undo";
import type { Places } from "../places.ts";

export interface KeptUndoOptions {
  readonly journal: AwaitableJournal;
  readonly workspace: Workspace;
  readonly places: Pick<Places, "stateDirectory">;
  readonly environment: Environment;
  /** Hides secrets in shown contents. */
  readonly redactor: Redactor;
  /** The session that undoes; by default a new one. */
  readonly sessionId?: string;
}

export interface KeptUndo {
  readonly snapshots: Snapshots;
  readonly undo: Undo;
  /** Closes its files. */
  close?(): void;
}

/**
 * Snapshots and undo, loaded with the first change, as most calls only read. Completes an interrupted undo
 * at once.
 */
export async function undoOf(options: KeptUndoOptions): Promise<KeptUndo> {
  let opening: Promise<KeptUndo> | undefined;
  let opened: KeptUndo | undefined;
  const open = (): Promise<KeptUndo> =>
    (opening ??= openUndo(options).then((kept) => (opened = kept)));
  if (hasUnfinishedUndo(options.places.stateDirectory)) await open();
  return {
    snapshots: {
      outlook: async (request) => (await open()).snapshots.outlook(request),
      take: (request) =>
        mayChangeFiles(request.effects)
          ? open().then(({ snapshots }) => snapshots.take(request))
          : null,
    },
    undo: {
      undo: async (target, how) =>
        withoutSecrets(await (await open()).undo.undo(target, how), options.redactor),
      redo: async (target, how) =>
        withoutSecrets(await (await open()).undo.redo(target, how), options.redactor),
    },
    close: () => opened?.close?.(),
  };
}

/** Hides secrets in file names, reasons and contents of a result, as people see it. */
function withoutSecrets(result: RevertResult, redactor: Redactor): RevertResult {
  const redacted = (bytes: Uint8Array | null): Uint8Array | null =>
    bytes === null ? null : Buffer.from(redactor.redact(Buffer.from(bytes).toString()));
  if (result.outcome === "done") return doneWithoutSecrets(result, redactor, redacted);
  if (result.outcome !== "foreign") return redactModelText(result, redactor);
  for (const { path } of result.changes) redactor.addSecretFile?.(path);
  return {
    ...result,
    changes: result.changes.map(({ leftContent, foundContent, ...change }) => {
      const shown: typeof change = redactModelText(change, redactor);
      return {
        ...shown,
        leftContent: redacted(leftContent),
        foundContent: redacted(foundContent),
      };
    }),
  };
}

function doneWithoutSecrets(
  { paths, ...result }: Extract<RevertResult, { readonly outcome: "done" }>,
  redactor: Redactor,
  redacted: (bytes: Uint8Array | null) => Uint8Array | null,
): RevertResult {
  for (const { path, contents } of paths)
    if (contents !== undefined) redactor.addSecretFile?.(path);
  const shown: typeof result = redactModelText(result, redactor);
  return {
    ...shown,
    paths: paths.map(({ contents, ...path }) => {
      const told: typeof path = redactModelText(path, redactor);
      if (contents === undefined) return told;
      return {
        ...told,
        contents: { before: redacted(contents.before), after: redacted(contents.after) },
      };
    }),
  };
}

async function openUndo({
  journal: store,
  workspace,
  places: { stateDirectory },
  environment,
  sessionId,
}: KeptUndoOptions): Promise<KeptUndo> {
  const { createCheckpoints, createSnapshots, createUndo, recoverUndo } = await import(
    "@toolwright/workspace/undo"
  );
  await recoverUndo({ store, workspace, stateDirectory });
  const checkpoints = createCheckpoints({ store, workspace, stateDirectory, environment });
  return {
    snapshots: createSnapshots({ store, workspace, checkpoints }),
    undo: createUndo({
      store,
      workspace,
      stateDirectory,
      ...(sessionId !== undefined && { sessionId }),
    }),
    close: () => checkpoints.close(),
  };
}
