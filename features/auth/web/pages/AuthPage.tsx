import type { ReactNode } from "react";
import { TAGLINE } from "#platform/text/tagline.ts";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { PageCard } from "#platform/web/parts/Page.tsx";
import styles from "./AuthPage.module.css";
import { Link, useLocation } from "@tanstack/react-router";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { hasTarget } from "../session/return-target.ts";
import { useUser } from "../session/session.ts";

interface AuthPageProps {
  readonly title: string;
  /** Links below the card. */
  readonly other?: ReactNode;
  readonly children: ReactNode;
}

export function AuthPage({ title, other, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.mark}>
        <Mark size={48} />
        <p className={styles.tagline}>{TAGLINE}</p>
      </div>
      <PageCard size="small">
        <h1 tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </PageCard>
      {other && <p className={styles.other}>{other}</p>}
    </div>
  );
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Why the user was sent to the sign-in page. */
    logInFor?: "ended-session" | "private-page";
  }
}

const REASONS = {
  "ended-session": "Your session ended. Log in to continue where you were.",
  "private-page": "Log in to see this page.",
} as const;

export function LogInNotice() {
  const user = useUser();
  const reason = useLocation({ select: ({ state }) => state.logInFor });
  if (user === null) return reason && <Alert tone="info">{REASONS[reason]}</Alert>;
  // A user who was sent here from a private page has a session that no longer counts.
  if (hasTarget()) return null;
  return (
    <Alert tone="info">
      You&apos;re logged in as {user.email}. <Link to="/account/borrowers/all">Go to your borrowers</Link>
    </Alert>
  );
}
