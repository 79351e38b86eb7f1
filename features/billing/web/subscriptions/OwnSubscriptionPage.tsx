// The subscription in a user's account. A user who is alone in their organization sees their charges too.
import { lazy } from "react";
import { useMembership } from "#features/auth/web/session/session.ts";
import { SubscriptionPage } from "./SubscriptionPage.tsx";

const OwnBilling = lazy(() =>
  import("#features/billing/web/OwnBilling.tsx").then((file) => ({ default: file.OwnBilling })),
);

export function OwnSubscriptionPage() {
  const isRegistered = useMembership()?.role.name === "registered";
  // Of registered users, only those who are alone in their organization may pay.
  return <SubscriptionPage below={({ mayPay }) => isRegistered && mayPay && <OwnBilling />} />;
}
