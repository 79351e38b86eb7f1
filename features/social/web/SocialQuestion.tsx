// Owns what is asked where the provider's word is not enough: an address, or the second factor.
import { facebookAuth } from "#features/social/contract.ts";
import { AuthPage } from "#features/identity/web/AuthPage.tsx";
import { SecondFactorField } from "#features/identity/web/SecondFactorField.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import type { Added } from "./data.ts";
import type { Question } from "./use-finish.ts";

// The same in every provider's call.
const byEmail = facebookAuth.body.pick({ email: true }).required();
const byCode = facebookAuth.body.pick({ secondFactorCode: true }).required();

interface SocialQuestionProps {
  readonly asks: Question;
  /** As people call it. */
  readonly provider: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onAnswer: (added: Added) => void;
}

export function SocialQuestion({ asks, provider, isBusy, error, onAnswer }: SocialQuestionProps) {
  const shared = { submit: "Continue", loading: isBusy, error, asksBeforeLeaving: false, onSubmit: onAnswer };
  if (asks === "email")
    return (
      <AuthPage title="Your address, please">
        <p>{provider} did not tell us your email. We will mail you a link to confirm it.</p>
        <Form {...shared} schema={byEmail} defaults={{ email: "" }}>
          <TextField name="email" label="Email" type="email" autoComplete="email" />
        </Form>
      </AuthPage>
    );
  return (
    <AuthPage title="Your second factor, please">
      <Form {...shared} schema={byCode} defaults={{ secondFactorCode: "" }}>
        <SecondFactorField name="secondFactorCode" />
      </Form>
    </AuthPage>
  );
}
