// The organization's subscription: the form if there is none, otherwise its state and actions.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { begunPeriod, followedSubscription, isAwaitedIn, isRunningIn, type Standing } from "./api.ts";
import { isPaidJustNow } from "./paid-just-now.ts";
import { StandingNote } from "./StandingNote.tsx";

// Loaded separately: only one of the two is shown, and each is larger than the page.
const Checkout = lazy(() => import("./checkout/Checkout.tsx").then((file) => ({ default: file.Checkout })));
const SubscriptionPanel = lazy(() =>
  import("./standing/SubscriptionPanel.tsx").then((file) => ({ default: file.SubscriptionPanel })),
);

interface SubscriptionPageProps {
  /** Additional content for a user who is alone in their organization. */
  readonly below?: (standing: Standing) => ReactNode;
}

export function SubscriptionPage({ below }: SubscriptionPageProps) {
  const [begunWith, setBegunWith] = useState<Standing>(); // from now on the form and its note stay as they are
  const isBegun = begunWith !== undefined;
  const [isRecent] = useState(isPaidJustNow);
  const own = useQuery(followedSubscription(isRecent && !isBegun));
  return (
    <Page title="Subscription">
      <QueryBoundary query={own} failed="We couldn't load the subscription" skeleton={<Skeleton lines={6} />}>
        {(standing) => (
          <Suspense fallback={<Skeleton lines={6} />}>
            {isBegun || !isRunningIn(standing) ? (
              <WithoutSubscription
                standing={begunWith ?? standing}
                isPaid={isRecent && !isBegun}
                onBegin={() => setBegunWith(begunWith ?? standing)}
              />
            ) : (
              <SubscriptionPanel standing={standing} isNew={isRecent} />
            )}
            {below?.(standing)}
          </Suspense>
        )}
      </QueryBoundary>
    </Page>
  );
}

interface WithoutSubscriptionProps {
  readonly standing: Standing;
  /** A payment was confirmed just now. */
  readonly isPaid: boolean;
  readonly onBegin: () => void;
}

function WithoutSubscription({ standing, isPaid, onBegin }: WithoutSubscriptionProps) {
  const [isPaidHere, setPaidHere] = useState(false);
  const isAwaited = isAwaitedIn(standing, isPaid);
  return (
    <>
      {!isPaidHere && <StandingNote standing={standing} isAwaited={isAwaited} />}
      {standing.mayPay && !isAwaited && (
        <>
          <ForWhichOrganization />
          <Checkout initialPeriod={begunPeriod(standing)} onBegin={onBegin} onPaid={() => setPaidHere(true)} />
        </>
      )}
    </>
  );
}

/** With a single organization there is nothing to distinguish. */
function ForWhichOrganization() {
  const isOneOfSeveral = (useUser()?.memberships.length ?? 0) > 1;
  const organization = useMembership()?.organization;
  if (!isOneOfSeveral || organization === undefined) return null;
  return (
    <Alert tone="info">
      This plan would be for {organization.name}. Plans of your other organizations don't cover it.
    </Alert>
  );
}
