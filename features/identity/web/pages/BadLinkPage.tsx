// Where dead mail links lead: what may have happened, and the way to a fresh one.
import { Link } from "@tanstack/react-router";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import styles from "./Notice.module.css";
import { ResendConfirmation } from "../ResendConfirmation.tsx";
import { isConfirmed, useUser } from "../session/session.ts";

export function BadLinkPage() {
  const user = useUser();
  return (
    <AuthPage title="This link has ended">
      <div className={styles.notice}>
        <p>It was used already, it is too old, or a newer one was sent. Open the newest mail from us.</p>
        {user === null && (
          <>
            <p className={styles.aside}>Or log in: there the mail to confirm your address can be sent again.</p>
            <LinkButton to="/auth/login" variant="primary">
              Log In
            </LinkButton>
            <p className={styles.aside}>
              Was it to set a password? <Link to="/auth/password-reset-request">Ask for a new link</Link>.
            </p>
          </>
        )}
        <p className={styles.aside}>Was it an invitation? Ask whoever invited you to send it again.</p>
        {user !== null && !isConfirmed(user) && <ResendConfirmation />}
        {user !== null && isConfirmed(user) && (
          <p className={styles.aside}>Your own address is confirmed; there is nothing left to do.</p>
        )}
      </div>
    </AuthPage>
  );
}
