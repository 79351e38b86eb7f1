import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { type Asking, findConsentText } from "#features/borrowers/labels.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useGiveConsent, useTakeBackConsent } from "../api.ts";
import { sendRefusal } from "../refusals.ts";
import { useTexts } from "../language.ts";
import styles from "../BorrowerPortal.module.css";
import { confirm } from "#platform/web/confirm.ts";

interface ConsentStepProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly hasTakenBack: boolean;
}

export function ConsentStep({ session, token, hasTakenBack }: ConsentStepProps) {
  const { pages, consent } = useTexts();
  // In the language of the page, whichever version the server names.
  const words = consent[findConsentText(session.consentText.version)?.product ?? "assets"];
  const { agree, error, isPending } = useGiveConsent(token, words.version);
  const refusal = error && sendRefusal(error);
  return (
    <>
      {hasTakenBack && (
        <Alert tone="ok" title={pages.takeBack.doneTitle}>
          {pages.takeBack.done(session.lender.name, session.retentionDays)}
        </Alert>
      )}
      <section className={styles.card} aria-labelledby="consent">
        <h2 id="consent">{words.title}</h2>
        <ConsentWords session={session} version={words.version} />
        <div className={styles.big}>
          <p>{words.agree}</p>
          {refusal && (
            <Alert tone="stop" title={refusal.title}>
              {refusal.text}
            </Alert>
          )}
          <Button variant="primary" size="large" isBusy={isPending} onClick={() => agree(askingOf(session))}>
            {pages.agree}
          </Button>
        </div>
      </section>
    </>
  );
}

interface ConsentWordsProps {
  readonly session: OfAsking;
  readonly version: string;
}

/** The current text of this version, in its own language; nothing for an older one. */
export function ConsentWords({ session, version }: ConsentWordsProps) {
  const words = findConsentText(version);
  if (!words) return null;
  return (
    <ul role="list" className={styles.words}>
      {words.paragraphs(askingOf(session)).map((paragraph) => (
        <li key={paragraph}>{paragraph}</li>
      ))}
    </ul>
  );
}

type OfAsking = Pick<BorrowerSession, "lender" | "daysRequested" | "retentionDays">;

function askingOf({ lender, daysRequested, retentionDays }: OfAsking): Asking {
  return { lender: lender.name, days: daysRequested, keptDays: retentionDays };
}

interface TakeBackProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly onTakenBack: () => void;
}

export function TakeBack({ session: { lender, retentionDays }, token, onTakenBack }: TakeBackProps) {
  const TEXTS = useTexts().pages.takeBack;
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
