/**
 * The text, or its first `maxLength` UTF-16 units and a mark. Only a cut that is marked is safe: what it
 * leaves of a secret is hidden beside a mark, and nowhere else.
 */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}
