// Opening the page signs out, so that a link or bookmark is enough. It also confirms that an account was erased.
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { logOutHere } from "../api.ts";
import styles from "./AuthPage.module.css";
import { endSession } from "../session/session.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The account that was signed in here is erased. */
    isErased?: boolean;
  }
}

export function LogOutPage() {
  const isErased = useLocation({ select: ({ state }) => state.isErased === true });

  useEffect(() => {
    if (isErased)
      endSession(); // The server has no user to sign out.
    else void logOutHere();
  }, [isErased]);

  if (isErased)
    return (
      <AuthPage title="Your account has been deleted">
        <div className={styles.notice}>
          <p>Your profile is deleted from our records and from this browser.</p>
          <LinkButton to="/">Go to the start page</LinkButton>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage title="You're logged out">
      <div className={styles.notice}>
        <p>You&apos;re logged out on this browser.</p>
        <LinkButton to="/auth/login" variant="primary">
          Log In
        </LinkButton>
      </div>
    </AuthPage>
  );
}
