// Owns connecting banks: the first one, others after it, one that wants a new log-in; and what is done.
import type { Visit } from "#features/visits/contract.ts";
import { CONSENT } from "#features/visits/words.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { ConsentWords } from "../consent/ConsentWords.tsx";
import styles from "../VisitSection.module.css";
import { connectTrouble } from "../troubles.ts";
import { openTasks, partsOf } from "../visit-parts.ts";
import { useConnectOnVisit } from "./use-connect-on-visit.ts";
import { SharedBanks } from "./SharedBanks.tsx";

const WORDS = PAGES.connect;

interface BankStepProps {
  readonly visit: Visit;
  readonly token: string;
}

export function BankStep({ visit, token }: BankStepProps) {
  const { banks, borrowerId, consent } = visit;
  const connect = useConnectOnVisit(token);
  const hasBank = banks.length > 0;
  const trouble = connect.error && connectTrouble(connect.error);

  function open(itemId?: string): void {
    connect.mutate({ borrowerId, ...(itemId !== undefined && { itemId }) });
  }

  return (
    <>
      <Done visit={visit} />
      <section className={styles.card} aria-labelledby="connect">
        <h2 id="connect">{hasBank ? WORDS.listTitle : WORDS.title}</h2>
        {hasBank && <SharedBanks banks={banks} isBusy={connect.isPending} onRepair={open} />}
        <p>{hasBank ? WORDS.anotherText : WORDS.text}</p>
        {trouble && (
          <Alert tone="stop" title={trouble.title}>
            {trouble.text}
          </Alert>
        )}
        <div className={styles.big}>
          <Button
            variant={hasBank ? "secondary" : "primary"}
            size="large"
            isBusy={connect.isPending}
            onClick={() => open()}
          >
            {hasBank ? WORDS.another : WORDS.button}
          </Button>
          {connect.isPending && (
            <p role="status" className={styles.quiet}>
              {WORDS.waiting}
            </p>
          )}
        </div>
        {consent && (
          <details className={styles.quiet}>
            <summary>{PAGES.whatYouAgreedTo(formatDate(consent.at))}</summary>
            <p>{PAGES.version(consent.version)}</p>
            {consent.version === CONSENT.version && <ConsentWords visit={visit} />}
          </details>
        )}
      </section>
    </>
  );
}

function Done({ visit }: Pick<BankStepProps, "visit">) {
  const questions = openTasks(visit).length;
  if (!partsOf(visit).hasConnected) return null;
  return questions === 0 ? (
    <Alert tone="ok" title={PAGES.done.title}>
      {visit.isReportReady ? PAGES.done.text(visit.lender.name) : PAGES.done.waiting(visit.lender.name)}
    </Alert>
  ) : (
    <Alert tone="info" title={PAGES.done.openTitle(questions)}>
      {PAGES.done.openText(visit.lender.name)}
    </Alert>
  );
}
