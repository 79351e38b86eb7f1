// Owns the pass-code of an audit copy: made to be read out over a telephone, and compared as people type it.
import { randomInt } from "node:crypto";

/** Without what looks or sounds alike. Ten of them are some 48 bits: out of reach of the few tries there are. */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 10;

/** Two groups of five: `K7QMA-2WXPD`. */
export function newPassCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** What is compared: small letters, spaces and dashes make no difference. */
export function plainPassCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");
}
