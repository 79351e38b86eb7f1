// Log-in by password, and by a code where a second factor is due; whoever was sent here goes back to what they wanted.
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { logIn } from "#features/identity/contract.ts";
import type { Input } from "#kit/contract/call.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { heldAddress } from "../session/address-to-log-in.ts";
import { AuthPage } from "./AuthPage.tsx";
import { useLogIn } from "../data.ts";
import { LogInNotice } from "./LogInNotice.tsx";
import styles from "./Notice.module.css";
import { takeTarget } from "../session/return-target.ts";
import { CODE_AT_LOG_IN, SecondFactorField } from "../proof/SecondFactorField.tsx";
import { useCodeDue } from "../proof/use-code-due.ts";

type LogInValues = Input<typeof logIn>;

const byPassword = z.omit(logIn.body, { code: true });
const byPasswordAndCode = z.required(logIn.body, { code: true });

interface LogInPageProps {
  /** Ways in besides the password. */
  readonly otherWays?: ReactNode;
}

export function LogInPage({ otherWays }: LogInPageProps) {
  const login = useLogIn();
  const navigate = useNavigate();
  const [email] = useState(heldAddress);
  const { isCodeDue, onError, shown } = useCodeDue();

  return (
    <AuthPage
      title="Log In"
      other={
        <>
          New here? <Link to="/auth/register">Register</Link>
        </>
      }
    >
      {!login.isPending && !login.isSuccess && <LogInNotice />}
      <Form<LogInValues>
        schema={isCodeDue ? byPasswordAndCode : byPassword}
        defaults={{ email, password: "", code: "" }}
        submit="Log In"
        loading={login.isPending}
        error={shown(login.error)}
        explainError={explainRefusal}
        asksBeforeLeaving={false}
        onSubmit={({ code, ...values }) =>
          login.mutate(isCodeDue ? { ...values, code } : values, {
            onSuccess: () => void navigate({ href: takeTarget() }),
            onError,
          })
        }
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField name="password" label="Password" purpose="current" />
        {isCodeDue && <SecondFactorField help={CODE_AT_LOG_IN} />}
        <ForgotPassword />
      </Form>
      {otherWays}
    </AuthPage>
  );
}

/** Takes the typed address along. */
function ForgotPassword() {
  const email = useWatch<LogInValues>({ name: "email" });
  return (
    <p className={styles.aside}>
      <Link to="/auth/password-reset-request" state={email ? { typedEmail: email } : {}}>
        Forgot password?
      </Link>
    </p>
  );
}

function explainRefusal(error: Error): string | undefined {
  if (error.message === "NO_TOKEN") return "The server let you in but gave no token. Try again in a minute.";
  switch (codeOf(error)) {
    case "EMAIL_NOT_FOUND":
      return "No account has this address. Check the spelling, or register below.";
    case "INVALID_PASSWORD":
      return "Email and password do not belong together. Check both and try again; if you are new here, first open the link in our mail.";
    case "PASSWORD_CHANGE_REQUIRED":
      return "This account needs a new password first. We have mailed you a link to set one.";
    default:
      return undefined;
  }
}
