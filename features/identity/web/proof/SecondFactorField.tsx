// Owns the field for a code: of an authenticator, or one of the recovery codes.
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { TextField } from "#kit/web/form/TextField.tsx";

const WRONG = "That code is not right, or was used already. Enter the one that is shown now";
const FAULTS = {
  REQUIRED: "Code required",
  INVALID_FORMAT: "Enter the 6 digits that your authenticator shows, or a recovery code",
  CODE_WRONG: WRONG,
  SECOND_FACTOR_WRONG: WRONG,
};

/** The help where nobody is logged in yet. */
export const CODE_AT_LOG_IN =
  "From your authenticator app. Lost your phone? Enter one of your recovery codes. Lost both? Ask us to help.";

interface SecondFactorFieldProps {
  readonly name?: string;
  readonly help?: string;
}

/** Takes the focus as it appears: it is what is asked for next. */
export function SecondFactorField({
  name = "code",
  help = "From your authenticator app, or one of your recovery codes.",
}: SecondFactorFieldProps) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [setFocus, name]);
  return <TextField name={name} label="Code" autoComplete="one-time-code" help={help} faults={FAULTS} />;
}
