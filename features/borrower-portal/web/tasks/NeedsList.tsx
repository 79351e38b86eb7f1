import type { BorrowerNeed, BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { SendFile } from "../SendFile.tsx";
import styles from "../BorrowerPortal.module.css";

const TEXTS = PAGES.needs;

type Progress = "left" | "sent" | "done";
const PILLS: Readonly<Record<Progress, { readonly tone: Tone; readonly label: string }>> = {
  left: { tone: "amber", label: TEXTS.left },
  sent: { tone: "blue", label: TEXTS.sent },
  done: { tone: "green", label: TEXTS.done },
};

function progressOf({ state }: BorrowerNeed): Progress {
  if (state === "answered") return "sent";
  return state === "done" ? "done" : "left";
}

function titleOf({ kind, amountCents, date, documentKind, reason }: BorrowerNeed): string {
  if (kind === "bank") return TEXTS.bank;
  if (kind === "deposit") return TEXTS.deposit(formatMoney(amountCents ?? 0), formatDate(date ?? ""));
  return (reason === null ? TEXTS.document : TEXTS.anotherDocument)(documentKind ?? "other");
}

interface NeedsListProps {
  readonly session: BorrowerSession;
  readonly token: string;
}

/** Everything that the lender needs from the visitor, and what of it is done. Documents are sent right here. */
export function NeedsList({ session: { needs, lender }, token }: NeedsListProps) {
  const left = needs.filter((need) => progressOf(need) === "left").length;
  return (
    <Section title={TEXTS.title(lender.name)}>
      <p role="status">{left === 0 ? TEXTS.allDone : TEXTS.progress(needs.length - left, left)}</p>
      <ul role="list" className={styles.banks} aria-label={TEXTS.title(lender.name)}>
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
  const { tone, label } = PILLS[progress];
  const isLeft = progress === "left";
  const documentToSend = isLeft && kind === "document" ? (documentKind ?? "other") : null;
  return (
    <li className={styles.bank}>
      <div className={styles.top}>
        <span className={styles.name}>{titleOf(need)}</span>
        <StatusPill tone={tone}>{label}</StatusPill>
      </div>
      {isLeft && dueOn !== null && <p className={styles.quiet}>{TEXTS.due(formatDate(dueOn))}</p>}
      {note !== null && <p>{note}</p>}
      {documentToSend !== null && reason !== null && <p>{PAGES.papers.rejectedText(lender, reason)}</p>}
      {documentToSend !== null && (
        <SendFile
          label={TEXTS.addLabel(documentToSend)}
          kind={documentToSend}
          {...(id !== null && { needId: id })}
          token={token}
        >
          {TEXTS.add}
        </SendFile>
      )}
    </li>
  );
}
