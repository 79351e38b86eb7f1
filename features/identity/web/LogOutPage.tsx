// Visiting it logs out, so that a link or a bookmark is enough.
import { useEffect } from "react";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { logOutHere } from "./data.ts";
import styles from "./Notice.module.css";

export function LogOutPage() {
  useEffect(() => void logOutHere(), []);

  return (
    <AuthPage title="You are logged out">
      <div className={styles.notice}>
        <p>This browser no longer holds anything of your account.</p>
        <LinkButton to="/auth/login" variant="primary">
          Log In
        </LinkButton>
      </div>
    </AuthPage>
  );
}
