// The subscription as a person sees it in their account; who is alone in their organization sees what they are charged too.
import { lazy } from "react";
import { useMembership } from "#features/identity/web/session/session.ts";
import { SubscriptionPage } from "./SubscriptionPage.tsx";

const OwnBilling = lazy(() =>
  import("#features/billing/web/OwnBilling.tsx").then((file) => ({ default: file.OwnBilling })),
);

export function OwnSubscriptionPage() {
  const isRegistered = useMembership()?.role.name === "registered";
  // Of all who are registered, those alone may pay that have nobody beside them.
  return <SubscriptionPage below={({ mayPay }) => isRegistered && mayPay && <OwnBilling />} />;
}
