import { LinkButton } from "#platform/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { registeredEmail } from "../api.ts";
import styles from "./AuthPage.module.css";
import { ResendConfirmation } from "../ResendConfirmation.tsx";
import { useUser } from "../session/session.ts";

export function AwaitingConfirmationPage() {
  const user = useUser();
  const email = registeredEmail() ?? user?.email;

  return (
    <AuthPage title="Check your email">
      <div className={styles.notice}>
        <p>
          We sent a link to {email ? <strong>{email}</strong> : "your address"}. Open it within 24 hours to confirm your
          email.
        </p>
        <p className={styles.aside}>Didn&apos;t get it? Check your spam folder.</p>
        {user ? (
          <ResendConfirmation />
        ) : (
          <>
            <p className={styles.aside}>You can also log in now and resend the email there.</p>
            <LinkButton to="/auth/login">Log In</LinkButton>
          </>
        )}
      </div>
    </AuthPage>
  );
}
