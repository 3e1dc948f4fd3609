/** A seeded source of choices: a seed always gives the same commands. */
export interface Random {
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in `count` times. */
  once(count: number): boolean;
  shuffled<T>(list: readonly T[]): T[];
}

/** Source: mulberry32, public domain. */
export function createRandom(seed: number): Random {
  let state = seed;
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
  return {
    below,
    pick(list) {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error("There is nothing to pick from.");
      return chosen;
    },
    once: (count) => below(count) === 0,
    shuffled(list) {
      const shuffled = [...list];
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [shuffled[at], shuffled[other]] = [shuffled[other] as never, shuffled[at] as never];
      }
      return shuffled;
    },
  };
}
