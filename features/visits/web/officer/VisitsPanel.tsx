// Owns how an officer sees the visits of the people on a loan: how far each is, and a link for whoever needs one.
import { useQuery } from "@tanstack/react-query";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { sendVisitLink, VISIT_LINKS_PER_DAY, type VisitLink } from "#features/visits/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useSendVisitLink, visitLinks } from "./links-data.ts";
import { stateOfLink } from "./link-state.ts";
import styles from "./VisitsPanel.module.css";

interface VisitsPanelProps {
  readonly borrower: Borrower;
}

export function VisitsPanel({ borrower }: VisitsPanelProps) {
  const links = useQuery(visitLinks({ id: borrower.id }));
  return (
    <Section title="Visits">
      <Loaded query={links} failed="The visits could not be loaded">
        {(shown) => (
          <ul role="list" className={styles.people}>
            {shown.map((link) => (
              <Person key={link.email} borrower={borrower} link={link} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function Person({ borrower: { id, status }, link }: VisitsPanelProps & { readonly link: VisitLink }) {
  const send = useSendVisitLink();
  const bar =
    useBar(sendVisitLink) ?? (status === "closed" ? "This borrower is closed. Restore them first." : undefined);
  const { email, sentAt, expiresAt, openedAt, consentedAt, revokedAt, banks } = link;
  const name = fullName(link);
  const { tone, word } = stateOfLink(link);
  const act = sentAt === null ? "Send link" : "Send a new link";

  function mail(): void {
    const told = () =>
      showToast("Link sent", `${name} gets a mail to ${email}.`, { autohide: true, closeOnClick: true });
    send.mutate({ id, email }, { onSuccess: told });
  }

  return (
    <li className={styles.person}>
      <div className={styles.top}>
        <span className={styles.name}>{name}</span>
        <StatusPill tone={tone}>{word}</StatusPill>
        <Button size="small" label={`${act} to ${name}`} barred={bar} isBusy={send.isPending} onClick={mail}>
          {act}
        </Button>
      </div>
      {send.error && <Alert tone="stop">{explainRefusal(send.error)}</Alert>}
      {sentAt !== null && (
        <dl className={styles.facts}>
          <Fact term="Sent" at={sentAt} />
          {openedAt === null ? <Fact term="Link ends" at={expiresAt} /> : <Fact term="Opened" at={openedAt} />}
          <Fact term="Agreed" at={consentedAt} />
          <div>
            <dt>Banks</dt>
            <dd className="numbers">{banks}</dd>
          </div>
          {revokedAt !== null && <Fact term="Taken back" at={revokedAt} />}
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

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return `Your organization has mailed ${VISIT_LINKS_PER_DAY} links today, the most for a day. Send this one tomorrow.`;
    case "INVALID_STATUS_TRANSITION":
      return "This borrower is closed, so nothing was mailed. Restore them first.";
    default:
      return explain(error);
  }
}
