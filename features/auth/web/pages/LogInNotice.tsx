import { Link, useLocation } from "@tanstack/react-router";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { hasTarget } from "../session/return-target.ts";
import { useUser } from "../session/session.ts";

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
