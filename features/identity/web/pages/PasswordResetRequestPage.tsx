// For whoever has lost their password: a link by mail. The answer is the same for known and unknown addresses.
import { Link, useLocation } from "@tanstack/react-router";
import { resetPasswordInitiate } from "#features/identity/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useAskForReset } from "../data.ts";
import styles from "./Notice.module.css";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address that was typed where the password was missing. */
    typedEmail?: string;
  }
}

export function PasswordResetRequestPage() {
  const typedEmail = useLocation({ select: ({ state }) => state.typedEmail });
  const ask = useAskForReset();

  if (ask.isSuccess)
    return (
      <AuthPage title="Check your mail">
        <div className={styles.notice} role="status">
          <p>
            If <strong>{ask.variables.email}</strong> has an account here, a link to set a new password is on its way.
            Open it within 30 minutes.
          </p>
          <p className={styles.aside}>Nothing there after a few minutes? Look among the unwanted mail.</p>
          <LinkButton to="/auth/login">Back to log-in</LinkButton>
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
      <p className={styles.aside}>Enter your address, and we will mail you a link to set a new one.</p>
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
