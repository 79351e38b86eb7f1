import type { BorrowerNeed, BorrowerSession } from "#features/borrower-portal/contract.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { type PortalTexts, useTexts } from "../language.ts";
import { SendFile } from "../SendFile.tsx";
import styles from "../BorrowerPortal.module.css";

type Progress = "left" | "sent" | "done";
const TONES: Readonly<Record<Progress, Tone>> = { left: "amber", sent: "blue", done: "green" };

function progressOf({ state }: BorrowerNeed): Progress {
  if (state === "answered") return "sent";
  return state === "done" ? "done" : "left";
}

function titleOf(
  { kind, amountCents, date, documentKind, reason }: BorrowerNeed,
  texts: PortalTexts["pages"]["needs"],
): string {
  if (kind === "bank") return texts.bank;
  if (kind === "deposit") return texts.deposit(formatMoney(amountCents ?? 0), formatDate(date ?? ""));
  return (reason === null ? texts.document : texts.anotherDocument)(documentKind ?? "other");
}

interface NeedsListProps {
  readonly session: BorrowerSession;
  readonly token: string;
}

/** Everything that the lender needs from the visitor, and what of it is done. Documents are sent right here. */
export function NeedsList({ session: { needs, lender }, token }: NeedsListProps) {
  const { needs: texts } = useTexts().pages;
  const left = needs.filter((need) => progressOf(need) === "left").length;
  return (
    <Section title={texts.title(lender.name)}>
      <p role="status">{left === 0 ? texts.allDone : texts.progress(needs.length - left, left)}</p>
      <ul role="list" className={styles.banks} aria-label={texts.title(lender.name)}>
        {needs.map((need) => (
          <NeedItem key={`${need.kind} ${need.subject}`} need={need} lender={lender.name} token={token} />
        ))}
      </ul>
    </Section>
  );
}

interface NeedItemProps {
  readonly need: BorrowerNeed;
  readonly lender: string;
  readonly token: string;
}

function NeedItem({ need, lender, token }: NeedItemProps) {
  const { kind, documentKind, note, reason, dueOn, id } = need;
  const progress = progressOf(need);
  const { needs: texts, papers } = useTexts().pages;
  const isLeft = progress === "left";
  const documentToSend = isLeft && kind === "document" ? (documentKind ?? "other") : null;
  return (
    <li className={styles.bank}>
      <div className={styles.top}>
        <span className={styles.name}>{titleOf(need, texts)}</span>
        <StatusPill tone={TONES[progress]}>{texts[progress]}</StatusPill>
      </div>
      {isLeft && dueOn !== null && <p className={styles.quiet}>{texts.due(formatDate(dueOn))}</p>}
      {note !== null && <p>{note}</p>}
      {documentToSend !== null && reason !== null && <p>{papers.rejectedText(lender, reason)}</p>}
      {documentToSend !== null && (
        <SendFile
          label={texts.addLabel(documentToSend)}
          kind={documentToSend}
          {...(id !== null && { needId: id })}
          token={token}
        >
          {texts.add}
        </SendFile>
      )}
    </li>
  );
}
