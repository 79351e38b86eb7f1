import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { CONSENT } from "#features/borrowers/labels/consent.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useGiveConsent } from "../data.ts";
import { sendTrouble } from "../error-messages.ts";
import { askingOf } from "./asking.ts";
import { ConsentWords } from "./ConsentWords.tsx";
import styles from "../PortalSection.module.css";

interface ConsentStepProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly hasTakenBack: boolean;
}

export function ConsentStep({ session, token, hasTakenBack }: ConsentStepProps) {
  const { agree, error, isPending } = useGiveConsent(token);
  const trouble = error && sendTrouble(error);
  return (
    <>
      {hasTakenBack && (
        <Alert tone="ok" title={PAGES.takeBack.doneTitle}>
          {PAGES.takeBack.done(session.lender.name)}
        </Alert>
      )}
      <section className={styles.card} aria-labelledby="consent">
        <h2 id="consent">{CONSENT.title}</h2>
        <ConsentWords session={session} />
        <div className={styles.big}>
          <p>{CONSENT.agree}</p>
          {trouble && (
            <Alert tone="stop" title={trouble.title}>
              {trouble.text}
            </Alert>
          )}
          <Button variant="primary" size="large" isBusy={isPending} onClick={() => agree(askingOf(session))}>
            {PAGES.agree}
          </Button>
        </div>
      </section>
    </>
  );
}
