// Where the mailed link leads: a new password, or the first one of whoever paid; the link does not tell which.
// Its token leaves the address at once, and so every log and history.
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { resetPasswordComplete } from "#features/identity/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useResetPassword } from "../data.ts";
import styles from "./Notice.module.css";
import { PASSWORD_FAULTS, TypedNewPassword } from "../password-faults.ts";

const { token: MailedToken } = resetPasswordComplete.body.shape;
const passwordToSet = z.object({ password: TypedNewPassword });

export function PasswordResetPage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [token] = useState(() => MailedToken.safeParse(search["token"]).data);
  const navigate = useNavigate();
  const reset = useResetPassword();

  useEffect(() => {
    if (token !== undefined) void navigate({ to: "/auth/password-reset", search: {}, replace: true });
  }, [token, navigate]);

  if (token === undefined || codeOf(reset.error) === "LINK_DEAD") return <Navigate to="/auth/bad-link" replace />;
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
    <AuthPage title="Set a password">
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
