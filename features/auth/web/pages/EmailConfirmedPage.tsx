import { LinkButton } from "#platform/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import styles from "./AuthPage.module.css";
import { useUser } from "../session/session.ts";

export function EmailConfirmedPage() {
  const user = useUser();
  return (
    <AuthPage title="Email confirmed">
      <div className={styles.notice}>
        <p>{user ? "You're all set." : "You're all set. Log in to continue."}</p>
        {user ? (
          <LinkButton to="/" variant="primary">
            Go to the start page
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
