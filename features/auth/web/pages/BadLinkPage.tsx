import { Link } from "@tanstack/react-router";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import styles from "./AuthPage.module.css";
import { ResendConfirmation } from "../ResendConfirmation.tsx";
import { isConfirmed, useUser } from "../session/session.ts";

export function BadLinkPage() {
  const user = useUser();
  return (
    <AuthPage title="This link has expired">
      <div className={styles.notice}>
        <p>It was already used or replaced by a newer one. Use the link in our most recent email.</p>
        {user === null && (
          <>
            <p className={styles.aside}>You can also log in and resend the confirmation email there.</p>
            <LinkButton to="/auth/login" variant="primary">
              Log In
            </LinkButton>
            <p className={styles.aside}>
              Setting a password? <Link to="/auth/password-reset-request">Request a new link</Link>.
            </p>
          </>
        )}
        <p className={styles.aside}>Accepting an invitation? Ask the person who invited you to resend it.</p>
        {user !== null && !isConfirmed(user) && <ResendConfirmation />}
        {user !== null && isConfirmed(user) && (
          <p className={styles.aside}>Your email is already confirmed. There&apos;s nothing left to do.</p>
        )}
      </div>
    </AuthPage>
  );
}
