// Owns what is asked where the provider's word is not enough: an address, or the second factor.
import { Link } from "@tanstack/react-router";
import * as z from "zod/mini";
import { AuthPage } from "#features/identity/web/pages/AuthPage.tsx";
import { CODE_AT_LOG_IN, SecondFactorField } from "#features/identity/web/proof/SecondFactorField.tsx";
import { storeTarget } from "#features/identity/web/session/return-target.ts";
import { facebookAuth } from "#features/social/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { SETTINGS, type Added } from "./data.ts";
import type { Question } from "./use-finish.ts";
import { useTitle } from "./use-title.ts";

// The same in every provider's call.
const byEmail = z.required(z.pick(facebookAuth.body, { email: true }));
const byCode = z.required(z.pick(facebookAuth.body, { secondFactorCode: true }));

const EMAIL_FAULTS = { EMAIL_TAKEN: "This address has an account already. Check the spelling" };

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
  const title = asks === "email" ? "Your address, please" : "Your second factor, please";
  useTitle(title);
  if (asks === "email")
    return (
      <AuthPage title={title}>
        <p>{provider} did not tell us your email. We will mail you a link to confirm it.</p>
        <Form {...shared} schema={byEmail} defaults={{ email: "" }}>
          <TextField name="email" label="Email" type="email" autoComplete="email" faults={EMAIL_FAULTS} />
        </Form>
        {codeOf(error) === "EMAIL_TAKEN" && (
          <p>
            Is it yours?{" "}
            <Link to="/auth/login" onClick={() => storeTarget(SETTINGS)}>
              Log in
            </Link>
            , then connect {provider} in the settings.
          </p>
        )}
      </AuthPage>
    );
  return (
    <AuthPage title={title}>
      <Form {...shared} schema={byCode} defaults={{ secondFactorCode: "" }}>
        <SecondFactorField name="secondFactorCode" help={CODE_AT_LOG_IN} />
      </Form>
    </AuthPage>
  );
}
