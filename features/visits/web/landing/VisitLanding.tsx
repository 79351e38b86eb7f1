// Owns what a mailed link shows first. Scanners of mail open links too: only the button uses it.
import { useEffect, useState } from "react";
import { PAGES } from "#features/visits/words/pages.ts";
import { ApiError } from "#kit/web/http/api-error.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { useOpenVisit } from "../data.ts";
import { troubleText } from "../troubles.ts";
import { VisitFrame } from "../VisitFrame.tsx";
import { forgetMailedLink } from "./mailed-link.ts";
import { NoVisit } from "./NoVisit.tsx";
import styles from "./VisitLanding.module.css";

const WORDS = PAGES.landing;

interface VisitLandingProps {
  readonly id: string;
  readonly token: string;
  readonly onUsed: () => void;
}

export function VisitLanding({ id, token, onUsed }: VisitLandingProps) {
  const open = useOpenVisit();
  const [isDead, setDead] = useState(false);
  useEffect(() => {
    if (isDead) forgetMailedLink();
  }, [isDead]);
  if (isDead) return <NoVisit id={id} why="deadLink" />;

  function press(): void {
    open.mutate({ id, token }, { onSuccess: onUsed, onError: (error) => setDead(isOfDeadLink(error)) });
  }

  return (
    <VisitFrame>
      <Page title={WORDS.title} lead={WORDS.text}>
        {open.error && <Alert tone="stop">{troubleText(open.error)}</Alert>}
        <div className={styles.act}>
          <Button variant="primary" size="large" isBusy={open.isPending} onClick={press}>
            {WORDS.button}
          </Button>
          <p>{WORDS.nothingYet}</p>
        </div>
        <ul className={styles.facts}>
          {WORDS.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Page>
    </VisitFrame>
  );
}

/** Ended, cut off on its way, or of no loan: it is all the same to whoever holds it. */
function isOfDeadLink(error: Error): boolean {
  return error instanceof ApiError && [400, 403, 404, 410].includes(error.status);
}
