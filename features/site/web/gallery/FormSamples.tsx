import { useState } from "react";
import * as z from "zod/mini";
import { SubscriptionForm, type SubscriptionFormValues } from "#features/billing/contract.ts";
import { BillingFields } from "#features/billing/web/subscriptions/checkout/BillingFields.tsx";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/toasts.ts";
import { Specimen } from "./Specimen.tsx";

const NOTHING: SubscriptionFormValues = { name: "", email: "", termsAndConditions: false };
const Nickname = z.object({ nickname: z.string().check(z.trim(), z.minLength(1)) });

export function FormSamples() {
  return (
    <>
      <Specimen name="Sticky footer" isForm about="Keeps a form's buttons in sight while the form is open.">
        <StickySample />
      </Specimen>
      <Specimen name="A refusal" isForm about="What was typed stays, and the form says what happened.">
        <RefusedSample />
      </Specimen>
      <Specimen name="A form that may only be read" isForm about="Why it may not be sent is said before the fields.">
        <BarredSample />
      </Specimen>
      <Specimen name="Billing fields" isForm about="As the subscription form asks for them. Nothing is sent.">
        <Form
          schema={SubscriptionForm}
          defaults={NOTHING}
          submit="Check billing fields"
          submitVariant="secondary"
          loading={false}
          error={null}
          asksBeforeLeaving={false}
          onSubmit={() => showToast("Billing fields are good", "Nothing was paid.", { autohide: true })}
        >
          <BillingFields />
        </Form>
      </Specimen>
    </>
  );
}

function StickySample() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Open a form with a sticky footer</Button>
      </div>
    );
  return (
    <Form
      schema={Nickname}
      defaults={{ nickname: "" }}
      submit="Save nickname"
      loading={false}
      error={null}
      footer="sticky"
      cancel={() => setOpen(false)}
      asksBeforeLeaving={false}
      onSubmit={() => setOpen(false)}
    >
      <TextField name="nickname" label="Nickname" autoComplete="off" />
    </Form>
  );
}

function RefusedSample() {
  const [error, setError] = useState<Error | null>(null);
  return (
    <Form
      schema={Nickname}
      defaults={{ nickname: "Reg" }}
      submit="Send, to be refused"
      submitVariant="secondary"
      loading={false}
      error={error}
      asksBeforeLeaving={false}
      onSubmit={() => setError(new ApiError(409, "STALE"))}
    >
      <TextField name="nickname" label="Their nickname" autoComplete="off" />
    </Form>
  );
}

function BarredSample() {
  return (
    <Form
      schema={Nickname}
      defaults={{ nickname: "Reg" }}
      submit="Save, if one may"
      submitVariant="secondary"
      loading={false}
      error={null}
      asksBeforeLeaving={false}
      disabledReason="Your role is read-only here. Ask an admin of your organization."
      onSubmit={() => undefined}
    >
      <TextField name="nickname" label="A colleague's nickname" autoComplete="off" />
    </Form>
  );
}
