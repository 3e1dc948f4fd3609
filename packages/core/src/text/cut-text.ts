/**
 * The text, or its first `maxLength` UTF-16 units and a mark. Always mark a cut: the redactor hides what
 * a cut left of a secret only next to a mark.
 */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}
