// Random numbers that repeat for the same seed, so that a bank history is the same at every reading.
import { createHash } from "node:crypto";

export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [low, high]. */
  whole(low: number, high: number): number;
  /** True with the given probability. */
  happens(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Random numbers seeded by a text. Different texts give unrelated numbers. */
export function chanceOf(seed: string): Chance {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  // mulberry32: 32 bits of state are enough for one day of purchases.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
  };
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";

/** A Plaid-like id of 37 characters, always the same for the same text. */
export function idOf(text: string): string {
  const digest = createHash("sha512").update(text).digest();
  return Array.from({ length: 37 }, (_, index) => LETTERS[(digest[index] ?? 0) % LETTERS.length]).join("");
}
