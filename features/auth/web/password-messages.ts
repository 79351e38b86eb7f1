import * as z from "zod/mini";
import { NewPassword, passwordLength } from "#features/auth/contract.ts";
import { USUAL_MIN_LENGTH } from "#platform/web/form/PasswordField.tsx";
import type { ErrorTexts } from "#platform/web/form/schema-resolver.ts";

export const PASSWORD_ERRORS: ErrorTexts = {
  TOO_SMALL: "Too short. Use several words in a row",
  TOO_COMMON: "This password is too common. Choose another",
  TOO_PERSONAL: "Too easy to guess because it contains your name or email. Choose another",
};

/** A new password as a form accepts it. A server with stricter rules reports them itself. */
export const TypedNewPassword = NewPassword.check(
  z.refine((password) => passwordLength(password) >= USUAL_MIN_LENGTH, "TOO_SMALL"),
);
