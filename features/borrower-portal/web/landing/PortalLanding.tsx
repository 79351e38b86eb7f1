// Email scanners open links too, so only the button uses the link.
import { useEffect, useState } from "react";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { useOpenSession } from "../data.ts";
import { troubleText } from "../error-messages.ts";
import { PortalFrame } from "../PortalFrame.tsx";
import { forgetMailedLink } from "./emailed-link.ts";
import { NoSession } from "./NoSession.tsx";
import styles from "./PortalLanding.module.css";

const TEXTS = PAGES.landing;

interface PortalLandingProps {
  readonly id: string;
  readonly token: string;
  readonly onUsed: () => void;
}

export function PortalLanding({ id, token, onUsed }: PortalLandingProps) {
  const open = useOpenSession();
  const [isDead, setDead] = useState(false);
  useEffect(() => {
    if (isDead) forgetMailedLink();
  }, [isDead]);
  if (isDead) return <NoSession id={id} why="deadLink" />;

  function press(): void {
    open.mutate({ id, token }, { onSuccess: onUsed, onError: (error) => setDead(isOfDeadLink(error)) });
  }

  return (
    <PortalFrame>
      <Page title={TEXTS.title} lead={TEXTS.text}>
        {open.error && <Alert tone="stop">{troubleText(open.error)}</Alert>}
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
      </Page>
    </PortalFrame>
  );
}

/** The holder of a link sees the same message for an ended link, a truncated link and a link of no loan. */
function isOfDeadLink(error: Error): boolean {
  return error instanceof ApiError && [400, 403, 404, 410].includes(error.status);
}
