// An account of one's own: who one is, and a good password.
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { register } from "#features/identity/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { rememberRegistered } from "./awaited-email.ts";
import { useRegister } from "../data.ts";
import { forgetInvitation, registeringFor } from "../session/held-invitation.ts";
import { LogInNotice } from "./LogInNotice.tsx";
import { PASSWORD_FAULTS, TypedNewPassword } from "../password-faults.ts";
import { forgetTarget } from "../session/return-target.ts";

const accountToMake = z.extend(z.omit(register.body, { invitationToken: true }), { password: TypedNewPassword });

interface RegisterPageProps {
  /** Ways in besides the password. */
  readonly otherWays?: ReactNode;
}

export function RegisterPage({ otherWays }: RegisterPageProps) {
  const account = useRegister();
  const navigate = useNavigate();
  const [invited, setInvited] = useState(registeringFor);

  function goOn({ email }: { email: string }): void {
    if (invited) {
      forgetInvitation();
      forgetTarget();
      void navigate({ to: "/auth/email-confirmed" });
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
          Have an account already? <Link to="/auth/login">Log In</Link>
        </>
      }
    >
      <LogInNotice />
      {invited && (
        <Alert
          tone="info"
          action={
            <Button size="small" onClick={registerAlone}>
              Continue without it
            </Button>
          }
        >
          With this account you join {invited.organizationName}. The invitation is for {invited.email}.
        </Alert>
      )}
      <Form
        schema={accountToMake}
        defaults={{
          firstName: invited?.firstName ?? "",
          lastName: invited?.lastName ?? "",
          email: invited?.email ?? "",
          password: "",
        }}
        submit="Register"
        loading={account.isPending}
        error={account.error}
        explainError={explainRefusal}
        onSubmit={(values) =>
          account.mutate(invited ? { ...values, invitationToken: invited.token } : values, { onSuccess: goOn })
        }
      >
        <FormRow>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" />
        </FormRow>
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField name="password" label="Password" purpose="new" faults={PASSWORD_FAULTS} />
      </Form>
      {otherWays}
    </AuthPage>
  );
}

function explainRefusal(error: Error): ReactNode {
  switch (codeOf(error)) {
    case "EMAIL_TAKEN":
      return (
        <>
          This address has an account already. <Link to="/auth/login">Log in</Link> with it, or use another address.
        </>
      );
    case "INVITATION_FOR_ANOTHER":
      return "The invitation is for another address. Use the one that it was sent to, or go on without it.";
    case "LIMIT_REACHED":
      return "A group that the invitation puts you in is full. Ask who invited you, or go on without it.";
    case "LINK_DEAD":
      return "The invitation has ended: it was taken back, or is too old. Ask for a new one, or go on without it.";
    default:
      return undefined;
  }
}
