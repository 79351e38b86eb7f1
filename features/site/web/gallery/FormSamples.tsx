import { useState } from "react";
import * as z from "zod/mini";
import { SubscriptionForm, type SubscriptionFormValues } from "#features/billing/contract.ts";
import { BillingFields } from "#features/billing/web/subscriptions/checkout/PaymentForm.tsx";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Button, LinkButton, IconButton } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { Specimen } from "./Specimen.tsx";
import Copy from "lucide-react/icons/copy";
import Menu from "lucide-react/icons/menu";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";

const NOTHING: SubscriptionFormValues = { name: "", email: "", termsAndConditions: false };
const Nickname = z.object({ nickname: z.string().check(z.trim(), z.minLength(1)) });

export function FormSamples() {
  return (
    <>
      <Specimen name="Sticky footer" isForm about="Keeps a form's buttons visible while the form is open.">
        <StickySample />
      </Specimen>
      <Specimen name="A rejected form" isForm about="The input stays, and the form says what happened.">
        <RefusedSample />
      </Specimen>
      <Specimen name="A read-only form" isForm about="The reason is shown above the fields.">
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
          onSubmit={() => showToast("Billing fields are valid", "Nothing was paid.", { autohide: true })}
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
      submit="Send and be rejected"
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
      submit="Save if allowed"
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

export function ButtonSamples() {
  return (
    <>
      <Specimen name="What they are for" isRow>
        <Button variant="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <LinkButton to="/version">A link</LinkButton>
        <Button icon={<Plus aria-hidden="true" />}>With an icon</Button>
      </Specimen>
      <Specimen name="Sizes" isRow>
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large">Large</Button>
      </Specimen>
      <Specimen name="An icon alone" about="Screen readers announce its name." isRow>
        <IconButton size="small" label="Small icon" icon={X} />
        <IconButton label="Medium icon" icon={Copy} />
        <IconButton size="large" label="Large icon" icon={Menu} />
        <IconButton isOutlined label="Outlined icon" icon={Plus} />
        <IconButton isOutlined label="Disabled icon" icon={Plus} disabled />
      </Specimen>
      <Specimen name="To copy" about="It says whether the browser allowed it." isRow>
        <CopyButton name="Sample" text="Copied from the gallery" />
        <CopyButton isIcon name="The same" text="Copied from the gallery" />
      </Specimen>
      <Specimen name="Busy and disabled" about="A disabled button can be focused, and says why." isRow>
        <BusyButton />
        <Button variant="primary" isBusy>
          Busy
        </Button>
        <Button disabledReason="No report is ready yet. Generate one first.">Disabled</Button>
        <Button variant="primary" disabledReason="Confirm your email first. Open the link we sent you.">
          Disabled, primary
        </Button>
      </Specimen>
    </>
  );
}

function BusyButton() {
  const [isBusy, setBusy] = useState(false);

  function work(): void {
    setBusy(true);
    setTimeout(() => setBusy(false), 2000);
  }

  return (
    <Button isBusy={isBusy} onClick={work}>
      Work for two seconds
    </Button>
  );
}
