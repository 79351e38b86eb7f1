// Owns what is wrong with a new password: what the form knows before it is sent, and each fault in words.
import * as z from "zod/mini";
import { NewPassword, passwordLength } from "#features/identity/contract.ts";
import { USUAL_MIN_LENGTH } from "#kit/web/form/password-strength.ts";
import type { FaultTexts } from "#kit/web/form/fault-text.ts";

export const PASSWORD_FAULTS: FaultTexts = {
  TOO_SMALL: "Too short: use several words in a row",
  TOO_COMMON: "Too easy to guess: many people use it. Choose another",
  TOO_PERSONAL: "Too easy to guess: it is made of your own name or address. Choose another",
};

/** A new password as a form takes it; a server that asks for more tells so itself. */
export const TypedNewPassword = NewPassword.check(
  z.refine((password) => passwordLength(password) >= USUAL_MIN_LENGTH, "TOO_SMALL"),
);
