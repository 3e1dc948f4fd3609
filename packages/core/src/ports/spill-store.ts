/** Keeps the whole of an output that was cut to fit the budget. */
export interface SpillStore {
  /** Returns the handle under which the text can be read and searched later. */
  keep(
    text: string,
    about: { readonly sessionId: string; readonly callId: string },
  ): Promise<string>;
}
