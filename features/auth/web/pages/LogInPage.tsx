// After signing in, the user returns to the page that sent them here.
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { messageOf } from "#platform/web/http/explain.ts";
import { MESSAGES } from "#features/auth/messages.ts";
import { logIn } from "#features/auth/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { heldAddress, takeTarget } from "../session/return-target.ts";
import { AuthPage, LogInNotice } from "./AuthPage.tsx";
import { useLogIn } from "../api.ts";
import styles from "./AuthPage.module.css";
import { CODE_AT_LOG_IN, SecondFactorField } from "../reauthentication/SecondFactorField.tsx";
import { useCodeDue } from "../reauthentication/reauthentication.ts";

type LogInValues = Input<typeof logIn>;

const byPassword = z.omit(logIn.body, { code: true });
const byPasswordAndCode = z.required(logIn.body, { code: true });

interface LogInPageProps {
  /** Sign-in methods besides the password. */
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
        explainError={errorMessage}
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

/** Passes the typed address on. */
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

function errorMessage(error: Error): string | undefined {
  if (error.message === "NO_TOKEN") return "We couldn't log you in. Try again in a minute.";
  return messageOf(error, MESSAGES.logIn);
}
