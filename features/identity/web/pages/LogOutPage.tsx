// Visiting it logs out, so that a link or a bookmark is enough; who has erased their account is told so here.
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { logOutHere } from "../data.ts";
import styles from "./Notice.module.css";
import { endSession } from "../session/session.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The account that was logged in here is erased. */
    isErased?: boolean;
  }
}

export function LogOutPage() {
  const isErased = useLocation({ select: ({ state }) => state.isErased === true });

  useEffect(() => {
    if (isErased)
      endSession(); // the server knows nobody any more who could log out
    else void logOutHere();
  }, [isErased]);

  if (isErased)
    return (
      <AuthPage title="Your account is erased">
        <div className={styles.notice}>
          <p>Who you are is gone from our records, and nothing of you is kept in this browser.</p>
          <LinkButton to="/">Go to the start page</LinkButton>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage title="You are logged out">
      <div className={styles.notice}>
        <p>You are logged out on this browser.</p>
        <LinkButton to="/auth/login" variant="primary">
          Log In
        </LinkButton>
      </div>
    </AuthPage>
  );
}
