import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MESSAGES, NO_BOT_CHECK } from "#features/billing/messages.ts";
import { holdAddress, storeTarget } from "#features/auth/web/session/return-target.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain, messageOf } from "#platform/web/http/explain.ts";
import { searchFor } from "./carried-period.ts";
import type { Payment } from "../api.ts";

type Order = Pick<Payment, "period" | "holder">;

/** Shown beside the form: the input stays with any refusal. */
export function payRefusal(error: Error, order: Order): ReactNode {
  switch (codeOf(error) ?? error.message) {
    case "UNABLE_TO_DETERMINE_PLAN":
      return MESSAGES.pay.UNABLE_TO_DETERMINE_PLAN;
    case "CAPTCHA_UNAVAILABLE":
      return navigator.onLine ? NO_BOT_CHECK : MESSAGES.pay.NETWORK;
    case "NO_TOKEN":
      return "Something went wrong on our side. Nothing was charged. Try again in a minute.";
    case "LOG_IN_TO_PAY":
      return <LogInToPay {...order} />;
    case "ALREADY_SUBSCRIBED":
      return (
        <>
          There's already a subscription. You weren't charged again.{" "}
          <a href="/account/billing/subscription">Show the subscription</a>
        </>
      );
    default:
      return messageOf(error, MESSAGES.pay) ?? (isSpam(error) ? MESSAGES.pay.FLAGGED_AS_SPAM : explain(error));
  }
}

/** Decided by the status: a 403 of this call always means spam, whichever server sent it. */
function isSpam(error: Error): boolean {
  return "status" in error && error.status === 403;
}

function LogInToPay({ period, holder: { email } }: Order) {
  const { pathname } = useLocation();
  const goOn = () => {
    storeTarget(`${pathname}${searchFor(period)}${pathname === "/" ? "#subscribe" : ""}`);
    holdAddress(email);
  };
  return (
    <>
      An account with this email already exists. Nothing was charged.{" "}
      <Link to="/auth/login" onClick={goOn}>
        Log in to pay
      </Link>
      , and you come back here.
    </>
  );
}
