// After signing in, the user returns to the page that sent them here.
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { codeOf } from "#platform/web/http/api-error.ts";
import { messageOf } from "#platform/web/http/explain.ts";
import { MESSAGES } from "#features/auth/messages.ts";
import { logIn } from "#features/auth/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { heldAddress, takeTarget } from "../session/return-target.ts";
import { AuthPage, LogInNotice } from "./AuthPage.tsx";
import { useLogIn } from "../api.ts";
import styles from "./AuthPage.module.css";
import { CODE_AT_LOG_IN, SecondFactorField } from "../reauthentication/SecondFactorField.tsx";
import { useCodeDue } from "../reauthentication/reauthentication.ts";
import { isSsoRequired } from "../sso/api.ts";
import { SsoForm } from "../sso/SsoForm.tsx";

type LogInValues = Input<typeof logIn>;

const byPassword = z.omit(logIn.body, { code: true });
const byPasswordAndCode = z.required(logIn.body, { code: true });

interface LogInPageProps {
  /** Sign-in methods besides the password. */
  readonly otherWays?: ReactNode;
}

export function LogInPage({ otherWays }: LogInPageProps) {
  const [held] = useState(heldAddress);
  const [sso, setSso] = useState<{ email: string; isRequired: boolean } | null>(null);
  const [typed, setTyped] = useState(held);
  // Who has chosen the password stays with it.
  const [keepsPassword, setKeepsPassword] = useState(false);
  if (sso !== null)
    return (
      <SsoForm
        {...sso}
        onUsePassword={() => {
          setTyped(sso.email);
          setKeepsPassword(true);
          setSso(null);
        }}
      />
    );
  return (
    <PasswordPage
      email={typed}
      otherWays={otherWays}
      onSso={(email, isRequired) => {
        if (!isRequired || !keepsPassword) setSso({ email, isRequired });
      }}
    />
  );
}

interface PasswordPageProps extends LogInPageProps {
  readonly email: string;
  readonly onSso: (email: string, isRequired: boolean) => void;
}

function PasswordPage({ email, otherWays, onSso }: PasswordPageProps) {
  const login = useLogIn();
  const navigate = useNavigate();
  const typed = useRef(email);
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
            onError(error) {
              onError(error);
              if (codeOf(error) === "SSO_REQUIRED") onSso(values.email, true);
            },
          })
        }
      >
        <EmailField
          onLeft={(address) => {
            typed.current = address;
            void isSsoRequired(address).then((isRequired) => {
              if (isRequired && typed.current === address) onSso(address, true);
            });
          }}
        />
        <PasswordField name="password" label="Password" purpose="current" />
        {isCodeDue && <SecondFactorField help={CODE_AT_LOG_IN} />}
        <ForgotPassword />
      </Form>
      {otherWays}
      <div className={styles.ways}>
        <Button onClick={() => onSso(typed.current, false)}>Continue with SSO</Button>
      </div>
    </AuthPage>
  );
}

/** Reports each address that was typed, once. */
function EmailField({ onLeft }: { readonly onLeft: (email: string) => void }) {
  const { getValues } = useFormContext<LogInValues>();
  const reported = useRef("");
  return (
    <div
      onBlur={() => {
        const email = getValues("email");
        if (email === "" || email === reported.current) return;
        reported.current = email;
        onLeft(email);
      }}
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" />
    </div>
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
