// Owns what a visitor agrees to, in full, before any bank is asked; and what became of it when they took it back.
import type { Visit } from "#features/visits/contract.ts";
import { CONSENT } from "#features/visits/words.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useGiveConsent } from "../data.ts";
import styles from "../VisitSection.module.css";
import { sendTrouble } from "../troubles.ts";
import { askingOf } from "./asking.ts";
import { ConsentWords } from "./ConsentWords.tsx";

interface ConsentStepProps {
  readonly visit: Visit;
  readonly token: string;
  readonly hasTakenBack: boolean;
}

export function ConsentStep({ visit, token, hasTakenBack }: ConsentStepProps) {
  const { agree, error, isPending } = useGiveConsent(token);
  const trouble = error && sendTrouble(error);
  return (
    <>
      {hasTakenBack && (
        <Alert tone="ok" title={PAGES.takeBack.doneTitle}>
          {PAGES.takeBack.done(visit.lender.name)}
        </Alert>
      )}
      <section className={styles.card} aria-labelledby="consent">
        <h2 id="consent">{CONSENT.title}</h2>
        <ConsentWords visit={visit} />
        <div className={styles.big}>
          <p>{CONSENT.agree}</p>
          {trouble && (
            <Alert tone="stop" title={trouble.title}>
              {trouble.text}
            </Alert>
          )}
          <Button variant="primary" size="large" isBusy={isPending} onClick={() => agree(askingOf(visit))}>
            {PAGES.agree}
          </Button>
        </div>
      </section>
    </>
  );
}
