import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { messageOf } from "#platform/web/http/explain.ts";
import { MESSAGES } from "#features/auth/messages.ts";
import { register } from "#features/auth/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/Field.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { AuthPage, LogInNotice } from "./AuthPage.tsx";
import { rememberRegistered, useRegister } from "../api.ts";
import { enteringFor, firstPageOf, forgetInvitation, welcomeTo } from "../session/held-invitation.ts";
import { PASSWORD_ERRORS, TypedNewPassword } from "../password-messages.ts";
import { forgetTarget, holdAddress } from "../session/return-target.ts";
import { currentToken } from "../session/session.ts";

const accountToMake = z.extend(z.omit(register.body, { invitationToken: true }), { password: TypedNewPassword });

interface RegisterPageProps {
  /** Sign-in methods besides the password. */
  readonly otherWays?: ReactNode;
}

export function RegisterPage({ otherWays }: RegisterPageProps) {
  const account = useRegister();
  const navigate = useNavigate();
  const [invited, setInvited] = useState(enteringFor);

  function goOn({ email }: { email: string }): void {
    if (invited) {
      forgetInvitation();
      forgetTarget();
      welcomeTo(invited.organizationName);
      if (currentToken() === null) holdAddress(email);
      void navigate({ to: currentToken() === null ? "/auth/login" : firstPageOf(invited.role) });
    } else {
      rememberRegistered(email);
      void navigate({ to: "/auth/awaiting-confirmation" });
    }
  }

  function registerAlone(): void {
    forgetInvitation();
    forgetTarget();
    setInvited(null);
    account.reset();
  }

  return (
    <AuthPage
      title="Register"
      other={
        <>
          Already have an account? <Link to="/auth/login">Log In</Link>
        </>
      }
    >
      {!account.isPending && !account.isSuccess && <LogInNotice />}
      {invited && (
        <Alert
          tone="info"
          action={
            <Button size="small" onClick={registerAlone}>
              Continue without it
            </Button>
          }
        >
          With this account, you join {invited.organizationName}. The invitation is for {invited.email}.
        </Alert>
      )}
      <Form
        schema={accountToMake}
        defaults={{
          firstName: invited?.firstName ?? "",
          lastName: invited?.lastName ?? "",
          email: invited?.email ?? "",
          password: "",
          company: null,
        }}
        submit="Register"
        loading={account.isPending}
        error={account.error}
        explainError={errorMessage}
        onSubmit={(values) =>
          account.mutate(invited ? { ...values, invitationToken: invited.token } : values, { onSuccess: goOn })
        }
      >
        <FormRow>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" />
        </FormRow>
        {!invited && (
          <TextField
            name="company"
            label="Company"
            autoComplete="organization"
            emptyAs={null}
            isOptional
            help="As borrowers see it. You can change it later."
          />
        )}
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField name="password" label="Password" purpose="new" errorTexts={PASSWORD_ERRORS} />
      </Form>
      {otherWays}
    </AuthPage>
  );
}

function errorMessage(error: Error): ReactNode {
  if (codeOf(error) !== "EMAIL_TAKEN") return messageOf(error, MESSAGES.register);
  return (
    <>
      An account with this email already exists. <Link to="/auth/login">Log in</Link> instead, or use another email.
    </>
  );
}
