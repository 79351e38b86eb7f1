import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import type { DocumentState } from "#features/underwriting/contract.ts";
import { fileSize } from "#platform/text/text.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { DateText, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { useTexts } from "../language.ts";
import styles from "../BorrowerPortal.module.css";
import { SendFile } from "../SendFile.tsx";

const TONES: Readonly<Record<DocumentState, Tone>> = { received: "blue", accepted: "green", rejected: "amber" };

interface SentDocumentsProps {
  readonly session: BorrowerSession;
  readonly token: string;
}

/** The offer to upload statements and, once something was sent, what became of it. */
export function SentDocuments({ session: { documents, lender }, token }: SentDocumentsProps) {
  const TEXTS = useTexts().pages.papers;
  const hasSent = documents.length > 0;
  return (
    <Section title={hasSent ? TEXTS.sentTitle : TEXTS.title}>
      {hasSent ? <Progress documents={documents} lender={lender.name} /> : <p>{TEXTS.text}</p>}
      {hasSent && (
        <ul role="list" className={styles.banks} aria-label={TEXTS.sentTitle}>
          {documents.map(({ id, name, bytes, state, reason, createdAt }) => (
            <li key={id} className={styles.bank}>
              <div className={styles.top}>
                <span className={styles.fileName}>{name}</span>
                <StatusPill tone={TONES[state]}>{TEXTS[state]}</StatusPill>
              </div>
              <p className={styles.quiet}>
                {fileSize(bytes)}, <DateText at={createdAt} withTime />
              </p>
              {reason !== null && <p>{TEXTS.rejectedText(lender.name, reason)}</p>}
            </li>
          ))}
        </ul>
      )}
      <SendFile label={TEXTS.label} kind="bank_statement" token={token}>
        {hasSent ? TEXTS.more : TEXTS.add}
      </SendFile>
    </Section>
  );
}

interface ProgressProps extends Pick<BorrowerSession, "documents"> {
  readonly lender: string;
}

function Progress({ documents, lender }: ProgressProps) {
  const TEXTS = useTexts().pages.papers;
  if (documents.some(({ state }) => state === "rejected")) return <Alert tone="info" title={TEXTS.rejectedTitle} />;
  if (documents.some(({ state }) => state === "received")) return <p>{TEXTS.receivedText(lender)}</p>;
  return (
    <Alert tone="ok" title={TEXTS.allAccepted}>
      {TEXTS.allAcceptedText}
    </Alert>
  );
}
