import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import { formatCount } from "#platform/text/text.ts";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { sendVisitLink, type BorrowerLink } from "#features/borrower-portal/contract.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { LINK_OPTIONS } from "#features/borrower-portal/labels.ts";
import { LinkOptions } from "./LinkOptions.tsx";
import { borrowerLinks, loanConsents, useSendBorrowerLink } from "./api.ts";
import styles from "./BorrowerLinksPanel.module.css";

interface BorrowerLinksPanelProps {
  readonly borrower: Borrower;
}

export function BorrowerLinksPanel({ borrower }: BorrowerLinksPanelProps) {
  const links = useQuery(borrowerLinks({ id: borrower.id }));
  return (
    <Section title="Invitations">
      <QueryBoundary query={links} failed="We couldn't load the invitations">
        {(shown) => (
          <ul role="list" className={styles.people}>
            {shown.map((link) => (
              <Person key={link.email} borrower={borrower} link={link} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Section>
  );
}

function Person({ borrower, link }: BorrowerLinksPanelProps & { readonly link: BorrowerLink }) {
  const { id, status } = borrower;
  const send = useSendBorrowerLink();
  const [isChoosing, setChoosing] = useState(false);
  const consents = useQuery({ ...loanConsents({ id }), enabled: isChoosing });
  const disabledReason =
    useDisabledReason(sendVisitLink) ??
    (status === "closed" ? "This borrower is closed. Restore the borrower first." : undefined);
  const { email, sentAt, expiresAt, openedAt, consentedAt, revokedAt, banks } = link;
  const name = fullName(link);
  const { tone, word } = stateOfLink(link);
  const isInvitation = sentAt === null && banks === 0;
  const [act, label, sent] = isInvitation
    ? ["Invite", `Invite ${name}`, "Invitation sent"]
    : ["Send a new link", `Send a new link to ${name}`, LINK_OPTIONS.sent];

  function mail(): void {
    const reported = () => showToast(sent, LINK_OPTIONS.emailed(name, email), { autohide: true, closeOnClick: true });
    send.mutate({ id, email }, { onSuccess: reported });
  }

  return (
    <li className={styles.person}>
      <div className={styles.top}>
        <span className={styles.name}>{name}</span>
        <StatusPill tone={tone}>{word}</StatusPill>
        <Button size="small" label={label} disabledReason={disabledReason} isBusy={send.isPending} onClick={mail}>
          {act}
        </Button>
        <Button
          size="small"
          variant="quiet"
          label={`${LINK_OPTIONS.more} to get the link to ${name}`}
          disabledReason={disabledReason}
          onClick={() => setChoosing(true)}
        >
          {LINK_OPTIONS.more}
        </Button>
      </div>
      {isChoosing && (
        <Dialog title={LINK_OPTIONS.moreTitle(name)} onClose={() => setChoosing(false)}>
          <LinkOptions borrower={borrower} person={link} canText={consents.data?.canText ?? false} />
          <Button onClick={() => setChoosing(false)}>Close</Button>
        </Dialog>
      )}
      {send.error && <Alert tone="stop">{explain(send.error, MESSAGES.link)}</Alert>}
      {sentAt !== null && (
        <dl className={styles.facts}>
          <Fact term="Sent" at={sentAt} />
          {openedAt === null ? <Fact term="Expires" at={expiresAt} /> : <Fact term="Opened" at={openedAt} />}
          <Fact term="Consent given" at={consentedAt} />
          <div>
            <dt>Banks</dt>
            <dd className="numbers">{banks}</dd>
          </div>
          {revokedAt !== null && <Fact term="Consent withdrawn" at={revokedAt} />}
        </dl>
      )}
    </li>
  );
}

function Fact({ term, at }: { readonly term: string; readonly at: string | null }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <DateText at={at} withTime />
      </dd>
    </div>
  );
}

type Facts = Pick<BorrowerLink, "sentAt" | "expiresAt" | "openedAt" | "consentedAt" | "revokedAt" | "banks">;

/** The latest event counts: consent may be given again after it was withdrawn. */
export function stateOfLink(link: Facts, now = Date.now()): { readonly tone: Tone; readonly word: string } {
  const { sentAt, expiresAt, openedAt, consentedAt, revokedAt, banks } = link;
  if (revokedAt !== null && revokedAt >= (consentedAt ?? "")) return { tone: "red", word: "Consent withdrawn" };
  if (banks > 0) return { tone: "green", word: `${formatCount(banks, "bank")} connected` };
  if (consentedAt !== null) return { tone: "amber", word: "Consent given, no bank yet" };
  if (openedAt !== null) return { tone: "amber", word: "Opened" };
  if (sentAt === null) return { tone: "grey", word: "Not invited yet" };
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  return isOver ? { tone: "hollow", word: "Link ended" } : { tone: "blue", word: "Link sent" };
}
