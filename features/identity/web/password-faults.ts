// Owns what is wrong with a new password, in words.
import type { FaultTexts } from "#kit/web/form/fault-text.ts";

export const PASSWORD_FAULTS: FaultTexts = {
  TOO_SMALL: "Too short: use at least 12 characters. Several words in a row are easy to remember",
  TOO_COMMON: "Too easy to guess: many people use it. Choose another",
  TOO_PERSONAL: "Too easy to guess: it is made of your own name or address. Choose another",
};
