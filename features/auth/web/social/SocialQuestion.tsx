import { Link } from "@tanstack/react-router";
import * as z from "zod/mini";
import { MESSAGES } from "#features/auth/messages.ts";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import { CODE_AT_LOG_IN, SecondFactorField } from "#features/auth/web/reauthentication/SecondFactorField.tsx";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { facebookAuth } from "#features/auth/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { type Added, SETTINGS } from "./api.ts";
import { type Question, useTitle } from "./use-finish.ts";

// The same in the call of every provider.
const byEmail = z.required(z.pick(facebookAuth.body, { email: true }));
const byCode = z.required(z.pick(facebookAuth.body, { secondFactorCode: true }));

interface SocialQuestionProps {
  readonly asks: Question;
  /** The provider's display name. */
  readonly provider: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onAnswer: (added: Added) => void;
}

export function SocialQuestion({ asks, provider, isBusy, error, onAnswer }: SocialQuestionProps) {
  const shared = { submit: "Continue", loading: isBusy, error, asksBeforeLeaving: false, onSubmit: onAnswer };
  const title = asks === "email" ? "What's your email?" : "Enter your code";
  useTitle(title);
  if (asks === "email")
    return (
      <AuthPage title={title}>
        <p>{provider} didn&apos;t share your email. We&apos;ll send you a link to confirm it.</p>
        <Form {...shared} schema={byEmail} defaults={{ email: "" }}>
          <TextField name="email" label="Email" type="email" autoComplete="email" errorTexts={MESSAGES.socialEmail} />
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
