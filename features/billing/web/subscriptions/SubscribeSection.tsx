import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import { findSubscription } from "#features/billing/contract.ts";
import { admits } from "#platform/contract/who.ts";
import { Checkout } from "./checkout/Checkout.tsx";
import { begunPeriod, followedSubscription, isAwaitedIn, isRunningIn, type Standing } from "./api.ts";
import { isPaidJustNow } from "./paid-just-now.ts";
import styles from "./SubscribeSection.module.css";

// Only for signed-in users.
const StandingNote = lazy(() => import("./StandingNote.tsx").then((file) => ({ default: file.StandingNote })));

/** For a visitor, and for a signed-in user until the subscription is loaded. */
const OPEN: Standing = { subscription: null, mayPay: true, mayCancel: false };

export function SubscribeSection() {
  const [begunWith, setBegunWith] = useState<Standing>(); // from now on the form and its note stay as they are
  const [isPaidHere, setPaidHere] = useState(false);
  const isKnown = useUser() !== null;
  const [isRecent] = useState(isPaidJustNow);
  const isPaid = isRecent && isKnown && begunWith === undefined;
  const mayRead = admits(findSubscription.who, useMembership()?.role.name ?? null);
  const { data = OPEN } = useQuery({ ...followedSubscription(isPaid), enabled: mayRead });
  const standing = begunWith ?? (isKnown && !mayRead ? null : data);
  if (standing !== null && isRunningIn(standing)) return <Subscribed standing={standing} />;
  const isAwaited = standing !== null && isAwaitedIn(standing, isPaid);
  if (standing === null || !standing.mayPay || isAwaited)
    return (
      <div className={styles.note}>
        <h2>Subscription</h2>
        <Suspense>
          <StandingNote standing={standing} isAwaited={isAwaited} />
        </Suspense>
      </div>
    );
  return (
    <div className={styles.offer}>
      {standing.subscription !== null && !isPaidHere && (
        <Suspense>
          <StandingNote standing={standing} isAwaited={false} />
        </Suspense>
      )}
      <Checkout
        initialPeriod={begunPeriod(standing)}
        onBegin={() => setBegunWith(standing)}
        onPaid={() => setPaidHere(true)}
      />
    </div>
  );
}

function Subscribed({ standing: { subscription } }: { readonly standing: Standing }) {
  return (
    <div className={styles.note}>
      <h2>Your subscription</h2>
      <p>
        Your organization is subscribed to {subscription?.plan.name}.{" "}
        <Link to="/account/billing/subscription">Show the subscription</Link>
      </p>
    </div>
  );
}
