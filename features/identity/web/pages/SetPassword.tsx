// Owns setting a password by a token: of the mailed link, or of an address that was just confirmed.
import type { ReactNode } from "react";
import { Navigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useResetPassword } from "../data.ts";
import styles from "./Notice.module.css";
import { PASSWORD_FAULTS, TypedNewPassword } from "../password-faults.ts";

const passwordToSet = z.object({ password: TypedNewPassword });

interface SetPasswordProps {
  readonly token: string;
  readonly title: string;
  /** Why it is asked for. */
  readonly children?: ReactNode;
}

export function SetPassword({ token, title, children }: SetPasswordProps) {
  const reset = useResetPassword();
  if (codeOf(reset.error) === "LINK_DEAD") return <Navigate to="/auth/bad-link" replace />;
  if (reset.isSuccess)
    return (
      <AuthPage title="Your password is set">
        <div className={styles.notice} role="status">
          <p>It counts from now on. Every device that was logged in to this account has been logged out.</p>
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
        <PasswordField name="password" label="New password" purpose="new" faults={PASSWORD_FAULTS} />
      </Form>
    </AuthPage>
  );
}
