import type { ReactNode } from "react";
import { Navigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { Form } from "#platform/web/form/Form.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useResetPassword } from "../api.ts";
import styles from "./AuthPage.module.css";
import { PASSWORD_ERRORS, TypedNewPassword } from "../password-messages.ts";

const passwordToSet = z.object({ password: TypedNewPassword });

interface SetPasswordProps {
  readonly token: string;
  readonly title: string;
  /** Why a password is required. */
  readonly children?: ReactNode;
}

export function SetPassword({ token, title, children }: SetPasswordProps) {
  const reset = useResetPassword();
  if (codeOf(reset.error) === "LINK_DEAD") return <Navigate to="/auth/bad-link" replace />;
  if (reset.isSuccess)
    return (
      <AuthPage title="Password updated">
        <div className={styles.notice} role="status">
          <p>You&apos;ve been logged out on all devices.</p>
          <LinkButton to="/auth/login" variant="primary">
            Log In
          </LinkButton>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage title={title}>
      {children}
      <Form
        schema={passwordToSet}
        defaults={{ password: "" }}
        submit="Reset password"
        loading={reset.isPending}
        error={reset.error}
        asksBeforeLeaving={false}
        onSubmit={({ password }) => reset.mutate({ token, password })}
      >
        <PasswordField name="password" label="New password" purpose="new" errorTexts={PASSWORD_ERRORS} />
      </Form>
    </AuthPage>
  );
}
