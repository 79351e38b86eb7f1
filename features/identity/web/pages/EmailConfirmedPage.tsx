// The address is confirmed: the way on, whatever the role.
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import styles from "./Notice.module.css";
import { useUser } from "../session/session.ts";

export function EmailConfirmedPage() {
  const user = useUser();
  return (
    <AuthPage title="Your email is confirmed">
      <div className={styles.notice}>
        <p>
          {user ? "What your role allows is open to you now." : "Log in, and what your role allows is open to you."}
        </p>
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
