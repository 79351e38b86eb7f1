import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Choices that a seed decides: the same seed makes the same choices in the same order. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  oneOf<T>(choices: readonly T[]): T;
  /** Whether something happens that does so `percent` times in a hundred. */
  happens(percent: number): boolean;
}

export function randomOf(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const between = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    between,
    oneOf: (choices) => choices[between(0, choices.length - 1)]!,
    happens: (percent) => between(1, 100) <= percent,
  };
}
