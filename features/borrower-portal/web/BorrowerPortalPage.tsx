// The borrower's own page. Opening it changes nothing: a button uses the emailed link. Then the page shows who asks,
// what for, what is shared, and what is still to do.
import { lazy, Suspense, useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParam } from "#platform/web/use-param.ts";
import { useStore } from "#platform/web/use-store.ts";
import { ApiError, codeOf } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { forgetMailedLink, mailedToken } from "./landing/emailed-link.ts";
import { NoSession } from "./landing/NoSession.tsx";
import { borrowerSessionStore } from "./portal-client.ts";
import { previewOf, sessionOf, useOpenSession } from "./api.ts";
import { ContinueElsewhere } from "./landing/ContinueElsewhere.tsx";
import { WhoAsks } from "./WhoAsks.tsx";
import { explainToBorrower } from "./refusals.ts";
import { PortalFrame } from "./PortalFrame.tsx";
import { useTexts } from "./language.ts";
import styles from "./BorrowerPortal.module.css";

// Email scanners open links too, so only the button uses the link.

interface PortalLandingProps {
  readonly id: string;
  readonly token: string;
  readonly onUsed: () => void;
}

function PortalLanding({ id, token, onUsed }: PortalLandingProps) {
  const { pages } = useTexts();
  const TEXTS = pages.landing;
  const open = useOpenSession();
  const { data: link, error, refetch } = useQuery(previewOf({ id, token }));
  const [isRefused, setRefused] = useState(false);
  const isDead = isRefused || (error !== null && isOfDeadLink(error));
  useEffect(() => {
    if (isDead) forgetMailedLink();
  }, [isDead]);
  if (isDead) return <NoSession id={id} why="deadLink" />;

  function press(): void {
    open.mutate({ id, token }, { onSuccess: onUsed, onError: (error) => setRefused(isOfDeadLink(error)) });
  }

  return (
    <PortalFrame>
      <Page title={TEXTS.title}>
        {!link && !error && <Skeleton lines={6} />}
        {!link && error && (
          <Alert
            tone="stop"
            title={pages.loading}
            action={<Button onClick={() => void refetch()}>{pages.tryAgain}</Button>}
          >
            {explainToBorrower(error)}
          </Alert>
        )}
        {link && <WhoAsks lender={link.lender} />}
        {link?.needsCode && <ContinueElsewhere id={id} token={token} link={link} onUsed={onUsed} />}
        {link && !link.needsCode && (
          <>
            <p>{TEXTS.text}</p>
            {open.error && <Alert tone="stop">{explainToBorrower(open.error)}</Alert>}
            <div className={styles.act}>
              <Button variant="primary" size="large" isBusy={open.isPending} onClick={press}>
                {TEXTS.button}
              </Button>
              <p>{TEXTS.nothingYet}</p>
            </div>
            <ul className={styles.facts}>
              {TEXTS.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </>
        )}
      </Page>
    </PortalFrame>
  );
}

/** The holder of a link sees the same message for an ended link, a truncated link and a link of no loan. */
function isOfDeadLink(error: Error): boolean {
  return error instanceof ApiError && [400, 403, 404, 410].includes(error.status);
}

// The landing page, which an emailed link opens, does not need it.
const OpenSession = lazy(() => import("./session/OpenSession.tsx").then((file) => ({ default: file.OpenSession })));

interface ActiveSessionProps {
  readonly id: string;
  readonly token: string;
}

function ActiveSession({ id, token }: ActiveSessionProps) {
  const { pages } = useTexts();
  const { data: session, error, refetch } = useQuery(sessionOf(token));
  // Shown where consent was withdrawn, until there is consent again.
  const [hasTakenBack, setTakenBack] = useState(false);
  if (session && session.borrowerId !== id) return <NoSession id={id} why="noLink" />;
  const title = session ? pages.titleOf(session.lender.name) : pages.landing.title;
  return (
    <PortalFrame>
      <Page title={title} lead={session?.consent === null && pages.hello(session.firstName)}>
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
            title={pages.loading}
            action={<Button onClick={() => void refetch()}>{pages.tryAgain}</Button>}
          >
            {explainToBorrower(error)}
          </Alert>
        )}
        {!session && !error && <Skeleton lines={10} />}
      </Page>
    </PortalFrame>
  );
}

export function BorrowerPortalPage() {
  const id = useParam("id");
  return <PortalTarget key={id} id={id} />;
}

function PortalTarget({ id }: { readonly id: string }) {
  // A new link takes precedence over an earlier session that still runs.
  const [mailed, setMailed] = useState(() => mailedToken(id));
  const state = useStore(borrowerSessionStore);
  if (mailed !== null) return <PortalLanding id={id} token={mailed} onUsed={() => setMailed(null)} />;
  if (typeof state === "object") return <ActiveSession id={id} token={state.token} />;
  return <NoSession id={id} why={state === "over" ? "ended" : state === "left" ? "closedByYou" : "noLink"} />;
}
