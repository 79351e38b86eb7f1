import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { TextField } from "#platform/web/form/TextField.tsx";

const WRONG = "Incorrect or expired code. Enter the current one";
const ERROR_TEXTS = {
  REQUIRED: "Code required",
  INVALID_FORMAT: "Enter the 6 digits from your authenticator app, or a recovery code",
  CODE_WRONG: WRONG,
  SECOND_FACTOR_WRONG: WRONG,
};

/** The help text when no user is signed in yet. */
export const CODE_AT_LOG_IN =
  "From your authenticator app. Lost your phone? Enter a recovery code. Lost both? Contact support.";

interface SecondFactorFieldProps {
  readonly name?: string;
  readonly help?: string;
}

/** Takes the focus when it appears, because the user types here next. */
export function SecondFactorField({
  name = "code",
  help = "From your authenticator app, or a recovery code.",
}: SecondFactorFieldProps) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [setFocus, name]);
  return <TextField name={name} label="Code" autoComplete="one-time-code" help={help} errorTexts={ERROR_TEXTS} />;
}
