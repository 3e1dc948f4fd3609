/** A moment in local time, such as `2026-11-22T05:04:03+01:00`, with the zone's name. */
export function localTime(
  moment: Date,
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): { readonly iso: string; readonly zone: string } {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  }).formatToParts(moment);
  const part = (name: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === name)?.value ?? "";
  // "GMT+05:30", or "GMT" alone.
  const offset = part("timeZoneName").replace(/^GMT/, "") || "+00:00";
  const date = `${part("year")}-${part("month")}-${part("day")}`;
  return { iso: `${date}T${part("hour")}:${part("minute")}:${part("second")}${offset}`, zone };
}
