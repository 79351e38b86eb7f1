import type { ReactNode } from "react";
import { Checkbox } from "#platform/web/form/Checkbox.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";

const TERMS_FAULT = "You must accept the terms & conditions.";

interface BillingFieldsProps {
  readonly isDisabled?: boolean;
  /** Filled in before the terms are accepted: the card. */
  readonly children?: ReactNode;
}

export function BillingFields({ isDisabled = false, children }: BillingFieldsProps) {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="name" isDisabled={isDisabled} />
      <TextField name="email" label="Email" type="email" autoComplete="email" isDisabled={isDisabled} />
      {children}
      <Checkbox
        name="termsAndConditions"
        errorTexts={{ INVALID_VALUE: TERMS_FAULT, REQUIRED: TERMS_FAULT }}
        isDisabled={isDisabled}
      >
        I accept the{" "}
        <a href="/terms-and-conditions" target="_blank" rel="noopener">
          terms & conditions
        </a>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Checkbox>
    </>
  );
}
