// An account of one's own: who one is, and a good password.
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { register } from "#features/identity/contract.ts";
import { codeOf } from "#kit/web/api-error.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { rememberRegistered } from "./awaited-email.ts";
import { useRegister } from "./data.ts";
import { LogInNotice } from "./LogInNotice.tsx";
import { PASSWORD_FAULTS, TypedNewPassword } from "./password-faults.ts";

const accountToMake = z.extend(register.body, { password: TypedNewPassword });

interface RegisterPageProps {
  /** Ways in besides the password. */
  readonly otherWays?: ReactNode;
}

export function RegisterPage({ otherWays }: RegisterPageProps) {
  const account = useRegister();
  const navigate = useNavigate();

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
      <Form
        schema={accountToMake}
        defaults={{ firstName: "", lastName: "", email: "", password: "" }}
        submit="Register"
        loading={account.isPending}
        error={account.error}
        explainError={explainRefusal}
        onSubmit={(values) =>
          account.mutate(values, {
            onSuccess({ email }) {
              rememberRegistered(email);
              void navigate({ to: "/auth/awaiting-confirmation" });
            },
          })
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
  if (codeOf(error) !== "EMAIL_TAKEN") return undefined;
  return (
    <>
      This address has an account already. <Link to="/auth/login">Log in</Link> with it, or use another address.
    </>
  );
}
