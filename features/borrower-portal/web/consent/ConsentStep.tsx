import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { type Asking, CONSENT } from "#features/borrowers/labels.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useGiveConsent, useTakeBackConsent } from "../api.ts";
import { sendRefusal } from "../refusals.ts";
import styles from "../BorrowerPortal.module.css";
import { confirm } from "#platform/web/confirm.ts";

interface ConsentStepProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly hasTakenBack: boolean;
}

export function ConsentStep({ session, token, hasTakenBack }: ConsentStepProps) {
  const { agree, error, isPending } = useGiveConsent(token);
  const refusal = error && sendRefusal(error);
  return (
    <>
      {hasTakenBack && (
        <Alert tone="ok" title={PAGES.takeBack.doneTitle}>
          {PAGES.takeBack.done(session.lender.name, session.retentionDays)}
        </Alert>
      )}
      <section className={styles.card} aria-labelledby="consent">
        <h2 id="consent">{CONSENT.title}</h2>
        <ConsentWords session={session} />
        <div className={styles.big}>
          <p>{CONSENT.agree}</p>
          {refusal && (
            <Alert tone="stop" title={refusal.title}>
              {refusal.text}
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

export function ConsentWords({ session }: { readonly session: OfAsking }) {
  return (
    <ul role="list" className={styles.words}>
      {CONSENT.paragraphs(askingOf(session)).map((paragraph) => (
        <li key={paragraph}>{paragraph}</li>
      ))}
    </ul>
  );
}

type OfAsking = Pick<BorrowerSession, "lender" | "daysRequested" | "retentionDays">;

function askingOf({ lender, daysRequested, retentionDays }: OfAsking): Asking {
  return { lender: lender.name, days: daysRequested, keptDays: retentionDays };
}

const TEXTS = PAGES.takeBack;

interface TakeBackProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly onTakenBack: () => void;
}

export function TakeBack({ session: { lender, retentionDays }, token, onTakenBack }: TakeBackProps) {
  const take = useTakeBackConsent(token);
  const refusal = take.error && sendRefusal(take.error);

  async function ask(): Promise<void> {
    const isYes = await confirm({
      title: TEXTS.askTitle,
      text: TEXTS.ask(lender.name, retentionDays),
      cancel: TEXTS.no,
      confirm: TEXTS.yes,
      tone: "danger",
    });
    if (isYes) take.mutate({}, { onSuccess: onTakenBack });
  }

  return (
    <div className={styles.big}>
      <p>
        <strong>{TEXTS.title}</strong> {TEXTS.text}
      </p>
      {refusal && (
        <Alert tone="stop" title={refusal.title}>
          {refusal.text}
        </Alert>
      )}
      <Button size="large" isBusy={take.isPending} onClick={() => void ask()}>
        {TEXTS.button}
      </Button>
    </div>
  );
}
