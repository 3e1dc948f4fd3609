/** Formats `1234567` as `1,234,567`, without `Intl`, which takes milliseconds to load. */
export function countText(count: number): string {
  const digits = String(count);
  return digits.length < 4 ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 line`, `2,000 lines`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A readable size, in powers of 1,000: `812 bytes`, `4.1 kB`, `2.0 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, "byte");
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
