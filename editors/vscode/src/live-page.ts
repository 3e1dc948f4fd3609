/**
 * The page of the live view. It keeps a cell for each call, in the order in which calls came, and follows the end as
 * long as the person is there. Only its own script runs, and nothing is loaded.
 */
export function livePage(nonce: string, empty: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">${style}</style>
</head>
<body data-empty="${empty.replaceAll(/[&<>"]/g, "")}"><main></main><script nonce="${nonce}">${script}</script></body>
</html>`;
}

const style = `
body { font: var(--vscode-font-size) var(--vscode-font-family); padding: 0 8px; }
body:has(main:empty)::before { content: attr(data-empty); color: var(--vscode-descriptionForeground); }
article { border-left: 3px solid var(--vscode-panel-border); padding: 2px 0 2px 10px; margin: 8px 0; }
article.child { margin-left: 24px; }
article.ok { border-color: var(--vscode-testing-iconPassed); }
article.error, article.refused { border-color: var(--vscode-testing-iconFailed); }
article.waiting { border-color: var(--vscode-notificationsWarningIcon-foreground); }
h2 { font-size: 1em; font-weight: 600; margin: 0; }
small { color: var(--vscode-descriptionForeground); font-weight: normal; margin-left: 6px; }
button { background: var(--vscode-button-background); color: var(--vscode-button-foreground); border: 0; padding: 2px 8px; margin-left: 8px; cursor: pointer; }
pre { font: var(--vscode-editor-font-size) var(--vscode-editor-font-family); margin: 4px 0; max-height: 24em; overflow: auto; white-space: pre-wrap; }
.problem { color: var(--vscode-errorForeground); }
.added { background: var(--vscode-diffEditor-insertedTextBackground); }
.removed { background: var(--vscode-diffEditor-removedTextBackground); }
`;

const script = `
const editor = acquireVsCodeApi();
const main = document.querySelector("main");
const cells = new Map();
addEventListener("message", ({ data }) => {
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 40;
  for (const { id, html } of data.cells) {
    let cell = cells.get(id);
    if (cell === undefined) {
      cell = main.appendChild(document.createElement("section"));
      cells.set(id, cell);
    }
    cell.innerHTML = html;
    for (const text of cell.querySelectorAll("pre.output")) text.scrollTop = text.scrollHeight;
  }
  while (main.children.length > 100) {
    const [oldest] = cells.keys();
    cells.get(oldest).remove();
    cells.delete(oldest);
  }
  if (isAtEnd) scrollTo(0, document.documentElement.scrollHeight);
});
addEventListener("click", ({ target }) => {
  const question = target.dataset?.question;
  if (question !== undefined) editor.postMessage({ answer: question });
});
editor.postMessage({ isReady: true });
`;
