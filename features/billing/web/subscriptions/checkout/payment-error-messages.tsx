import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { holdAddress, storeTarget } from "#features/auth/web/session/return-target.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { searchFor } from "./carried-period.ts";
import type { Payment } from "../data.ts";

type Order = Pick<Payment, "period" | "holder">;

const SPAM = "This submission was flagged as spam. If you belive this is an error, please contact us.";
const NO_PLAN = "This plan isn't available right now. Nothing was charged. Choose the other plan, or try again later.";
const NO_CHECK =
  "The bot check didn't load, often because of an ad blocker. Nothing was charged. Allow it for this page, then pay again.";

const NO_NETWORK =
  "We can't reach the server. Check your connection, then choose Pay again. You won't be charged twice.";

/** Shown beside the form: the input stays with any refusal. */
export function payRefusal(error: Error, order: Order): ReactNode {
  if (error.message === "UNABLE_TO_DETERMINE_PLAN") return NO_PLAN;
  if (error.message === "CAPTCHA_UNAVAILABLE") return navigator.onLine ? NO_CHECK : NO_NETWORK;
  if (error.message === "NO_TOKEN")
    return "Something went wrong on our side. Nothing was charged. Try again in a minute.";
  switch (codeOf(error)) {
    case "UNABLE_TO_DETERMINE_PLAN":
      return NO_PLAN;
    case "FLAGGED_AS_SPAM":
      return SPAM;
    case "LOG_IN_TO_PAY":
      return <LogInToPay {...order} />;
    case "NOT_THE_PAYER":
      return "Your role can't pay for this organization. Ask an admin to subscribe.";
    case "ALREADY_SUBSCRIBED":
      return (
        <>
          There's already a subscription. You weren't charged again.{" "}
          <a href="/account/billing/subscription">Show the subscription</a>
        </>
      );
    case "NETWORK":
      return NO_NETWORK;
    case "PROVIDER_UNAVAILABLE":
      return "The card provider isn't responding. Nothing was charged. Try again in a minute.";
    default:
      return isSpam(error) ? SPAM : explain(error);
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
