import { randomInt } from "node:crypto";

/**
 * Without characters that look or sound alike. Ten of them have about 48 bits, too many for the few attempts allowed.
 */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 10;

/** Two groups of five: `K7QMA-2WXPD`. */
export function newPassCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** The form that is compared: lower case, spaces and dashes make no difference. */
export function plainPassCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");
}
