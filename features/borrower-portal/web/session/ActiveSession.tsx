import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { sessionOf } from "../data.ts";
import { NoSession } from "../landing/NoSession.tsx";
import { troubleText } from "../error-messages.ts";
import { PortalFrame } from "../PortalFrame.tsx";

// The landing page, which an emailed link opens, does not need it.
const OpenSession = lazy(() => import("./OpenSession.tsx").then((file) => ({ default: file.OpenSession })));

interface ActiveSessionProps {
  readonly id: string;
  readonly token: string;
}

export function ActiveSession({ id, token }: ActiveSessionProps) {
  const { data: session, error, refetch } = useQuery(sessionOf(token));
  // Shown where consent was withdrawn, until there is consent again.
  const [hasTakenBack, setTakenBack] = useState(false);
  if (session && session.borrowerId !== id) return <NoSession id={id} why="noLink" />;
  const title = session ? PAGES.titleOf(session.lender.name) : PAGES.landing.title;
  return (
    <PortalFrame>
      <Page title={title} lead={session?.consent === null && PAGES.hello(session.firstName)}>
        {session && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <OpenSession
              session={session}
              token={token}
              hasTakenBack={hasTakenBack}
              onTakenBack={() => setTakenBack(true)}
            />
          </Suspense>
        )}
        {!session && error && codeOf(error) !== "INVALID_JWT" && (
          <Alert
            tone="stop"
            title={PAGES.loading}
            action={<Button onClick={() => void refetch()}>{PAGES.tryAgain}</Button>}
          >
            {troubleText(error)}
          </Alert>
        )}
        {!session && !error && <Skeleton lines={10} />}
      </Page>
    </PortalFrame>
  );
}
