const reservedName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/**
 * Why a path must not be used on Windows, completing "The path …"; null if it may. Pure, and usable
 * on every platform: it checks only the text.
 *
 * Source: "Naming Files, Paths, and Namespaces" in the Windows documentation.
 */
export function whyNotOnWindows(path: string): string | null {
  if (/^[\\/]{2}/.test(path)) return "names another machine or a device (it starts with \\\\)";
  if (/^[a-z]:(?![\\/])/i.test(path)) {
    return "is relative to a drive's current directory (write a separator after the colon)";
  }
  const segments = path.replace(/^[a-z]:/i, "").split(/[\\/]/);
  for (const segment of segments) {
    const reason = whyNotSegment(segment);
    if (reason !== null) return reason;
  }
  return null;
}

function whyNotSegment(segment: string): string | null {
  if (segment === "" || segment === "." || segment === "..") return null;
  if (segment.includes(":")) return "names an alternate data stream (a colon inside a name)";
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[<>"|?*\u0000-\u001f]/.test(segment))
    return "contains a character that Windows names can't have";
  if (/[. ]$/.test(segment)) return "has a name ending in a dot or a space, which Windows drops";
  const stem = segment.split(".", 1)[0] ?? "";
  if (reservedName.test(stem.trimEnd())) return "names a Windows device (such as CON or NUL)";
  return null;
}
