// Owns the fields of a subscription, within a form that checks by `SubscriptionForm`.
import { Checkbox } from "#kit/web/form/Checkbox.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";

const TERMS_FAULT = "You must accept the terms & conditions.";

export function BillingFields() {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="name" />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <Checkbox name="termsAndConditions" faults={{ INVALID_VALUE: TERMS_FAULT, REQUIRED: TERMS_FAULT }}>
        I accept the{" "}
        <a href="/terms-and-conditions" target="_blank" rel="noopener">
          terms & conditions
        </a>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Checkbox>
    </>
  );
}
