// The address is confirmed: the way to the first work.
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import styles from "./Notice.module.css";
import { useUser } from "./session.ts";

export function EmailConfirmedPage() {
  const user = useUser();
  return (
    <AuthPage title="Your email is confirmed">
      <div className={styles.notice}>
        <p>Everything is open to you now: create a borrower, connect a bank, read the report.</p>
        {user ? (
          <LinkButton to="/account/borrowers/all" variant="primary">
            Go to your borrowers
          </LinkButton>
        ) : (
          <LinkButton to="/auth/login" variant="primary">
            Log In
          </LinkButton>
        )}
      </div>
    </AuthPage>
  );
}
