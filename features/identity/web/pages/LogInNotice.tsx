// Owns what stands over a log-in: why one was led here, or that one is logged in already.
import { Link, useLocation } from "@tanstack/react-router";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { hasTarget } from "../session/return-target.ts";
import { useUser } from "../session/session.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Why a private page led to the log-in. */
    logInFor?: "ended-session" | "private-page";
  }
}

const REASONS = {
  "ended-session": "Your session ended. Log in to go on where you were.",
  "private-page": "Log in to see this page.",
} as const;

export function LogInNotice() {
  const user = useUser();
  const reason = useLocation({ select: ({ state }) => state.logInFor });
  if (user === null) return reason && <Alert tone="info">{REASONS[reason]}</Alert>;
  // Whoever was sent here from a page of theirs has a session that counts no more.
  if (hasTarget()) return null;
  return (
    <Alert tone="info">
      You are logged in as {user.email}. <Link to="/account/borrowers/all">Go to your borrowers</Link>
    </Alert>
  );
}
