// The reply is the same for known and unknown addresses.
import { Link, useLocation } from "@tanstack/react-router";
import { resetPasswordInitiate } from "#features/auth/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useAskForReset } from "../api.ts";
import styles from "./AuthPage.module.css";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address typed on the sign-in page. */
    typedEmail?: string;
  }
}

export function PasswordResetRequestPage() {
  const typedEmail = useLocation({ select: ({ state }) => state.typedEmail });
  const ask = useAskForReset();

  if (ask.isSuccess)
    return (
      <AuthPage title="Check your email">
        <div className={styles.notice} role="status">
          <p>
            If <strong>{ask.variables.email}</strong> has an account, we&apos;ve emailed a link to reset the password.
            Open it within 30 minutes.
          </p>
          <p className={styles.aside}>Didn&apos;t get it? Check your spam folder.</p>
          <LinkButton to="/auth/login">Back to Log In</LinkButton>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage
      title="Forgot your password?"
      other={
        <>
          Remembered it? <Link to="/auth/login">Log In</Link>
        </>
      }
    >
      <p className={styles.aside}>Enter your email and we&apos;ll send you a link to reset your password.</p>
      <Form
        schema={resetPasswordInitiate.body}
        defaults={{ email: typedEmail ?? "" }}
        submit="Send reset link"
        loading={ask.isPending}
        error={ask.error}
        asksBeforeLeaving={false}
        onSubmit={(values) => ask.mutate(values)}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
      </Form>
    </AuthPage>
  );
}
