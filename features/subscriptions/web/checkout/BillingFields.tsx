// Owns the fields of a subscription, within a form that checks by `SubscriptionForm`.
import type { ReactNode } from "react";
import { Checkbox } from "#kit/web/form/Checkbox.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";

const TERMS_FAULT = "You must accept the terms & conditions.";

interface BillingFieldsProps {
  readonly isDisabled?: boolean;
  /** What is filled in before the terms are accepted: the card. */
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
        faults={{ INVALID_VALUE: TERMS_FAULT, REQUIRED: TERMS_FAULT }}
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
