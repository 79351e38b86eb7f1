// Owns a visit while it lasts: being read, not to be had just now, or there.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { PAGES } from "#features/visits/words/pages.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { visitOf } from "../data.ts";
import { NoVisit } from "../landing/NoVisit.tsx";
import { troubleText } from "../troubles.ts";
import { VisitFrame } from "../VisitFrame.tsx";

// The landing, which is what a mailed link opens, does without.
const OpenVisit = lazy(() => import("./OpenVisit.tsx").then((file) => ({ default: file.OpenVisit })));

interface RunningVisitProps {
  readonly id: string;
  readonly token: string;
}

export function RunningVisit({ id, token }: RunningVisitProps) {
  const { data: visit, error, refetch } = useQuery(visitOf(token));
  // Said where it was done, until there is consent again.
  const [hasTakenBack, setTakenBack] = useState(false);
  if (visit && visit.borrowerId !== id) return <NoVisit id={id} why="noLink" />;
  const title = visit ? PAGES.titleOf(visit.lender.name) : PAGES.landing.title;
  return (
    <VisitFrame>
      <Page title={title} lead={visit?.consent === null && PAGES.hello(visit.firstName)}>
        {visit && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <OpenVisit visit={visit} token={token} hasTakenBack={hasTakenBack} onTakenBack={() => setTakenBack(true)} />
          </Suspense>
        )}
        {!visit && error && codeOf(error) !== "INVALID_JWT" && (
          <Alert
            tone="stop"
            title={PAGES.loading}
            action={<Button onClick={() => void refetch()}>{PAGES.tryAgain}</Button>}
          >
            {troubleText(error)}
          </Alert>
        )}
        {!visit && !error && <Skeleton lines={10} />}
      </Page>
    </VisitFrame>
  );
}
