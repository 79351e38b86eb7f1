import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { rememberPayment } from "../paid-just-now.ts";

const AHEAD = "/account/billing/subscription";
const WAIT_MS = 5_000;

/** A user who leaves earlier stays where they went. */
export function useSubscriptionAhead(): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function go(): Promise<void> {
    const isThere = window.location.pathname === AHEAD;
    await navigate({ to: AHEAD, replace: isThere });
    if (isThere) window.location.reload();
  }

  return () => {
    rememberPayment();
    timer.current = setTimeout(() => void go(), WAIT_MS);
  };
}
