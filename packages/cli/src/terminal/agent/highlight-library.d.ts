// The part of highlight.js in use. Its own types bring those of browsers, which would then count everywhere.
interface HighlightLibrary {
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

declare const library: HighlightLibrary;
// oxlint-disable-next-line import/no-default-export -- The library has one.
export default library;
