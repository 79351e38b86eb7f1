import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { type Borrower, fullName } from "#features/borrowers/contract.ts";
import { DOCUMENTS_HEADING } from "#features/borrowers/web/page/BorrowerProgress.tsx";
import { askNeeds, type Need, type NeedsList } from "#features/borrower-portal/contract.ts";
import { NEEDS, PAGES } from "#features/borrower-portal/labels.ts";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { formatMoney } from "#platform/money/money.ts";
import { currentZone, formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { DueDateDialog, RequestDocumentDialog } from "./NeedDialogs.tsx";
import { needsOf, useAskNeeds, useChangeNeed, useRemindNow, useSetReminders } from "./api.ts";
import styles from "./NeedsPanel.module.css";

const TONES: Readonly<Record<Need["state"], Tone>> = {
  open: "amber",
  asked: "blue",
  answered: "amber",
  done: "green",
  waived: "hollow",
};

/** What the lender needs, as an officer or a borrower reads it. */
export function needTitle({ kind, amountCents, date, documentKind, reason }: Need): string {
  if (kind === "bank") return NEEDS.bank;
  if (kind === "deposit") return NEEDS.deposit(formatMoney(amountCents ?? 0), formatDate(date ?? ""));
  return (reason === null ? PAGES.needs.document : PAGES.needs.anotherDocument)(documentKind ?? "other");
}

function useWhyNot({ status }: Borrower): string | undefined {
  const reason = useDisabledReason(askNeeds);
  return reason ?? (status === "closed" ? "This borrower is closed. Restore the borrower first." : undefined);
}

export function NeedsPanel({ borrower }: { readonly borrower: Borrower }) {
  const { id: borrowerId } = borrower;
  const list = useQuery(needsOf({ borrowerId }));
  const ask = useAskNeeds();
  const [isRequesting, setRequesting] = useState(false);
  const disabledReason = useWhyNot(borrower);
  const open = list.data?.needs.filter(({ state, isOptional }) => state === "open" && !isOptional).length ?? 0;
  const queued = () => showToast(NEEDS.asked, NEEDS.askedText, { autohide: true, closeOnClick: true });
  return (
    <Section
      title={NEEDS.title}
      action={
        <div className={styles.acts}>
          {open > 0 && (
            <Button
              size="small"
              disabledReason={disabledReason}
              isBusy={ask.isPending}
              onClick={() => ask.mutate({ borrowerId }, { onSuccess: queued })}
            >
              {NEEDS.askAll(open)}
            </Button>
          )}
          <Button size="small" disabledReason={disabledReason} onClick={() => setRequesting(true)}>
            {NEEDS.request}
          </Button>
        </div>
      }
    >
      {ask.error && <Alert tone="stop">{explain(ask.error, MESSAGES.needs)}</Alert>}
      <QueryBoundary query={list} failed={NEEDS.failed}>
        {(shown) => (
          <>
            <Needs borrower={borrower} list={shown} />
            <Reminders borrower={borrower} list={shown} />
            {isRequesting && (
              <RequestDocumentDialog
                borrowerId={borrowerId}
                people={shown.people}
                onClose={() => setRequesting(false)}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

interface NeedsProps {
  readonly borrower: Borrower;
  readonly list: NeedsList;
}

function Needs({ borrower, list: { needs, people } }: NeedsProps) {
  const shown = needs.filter(({ isOptional }) => !isOptional);
  if (shown.length === 0) return <p className={styles.quiet}>{NEEDS.none}</p>;
  return (
    <ul role="list" className={styles.list} aria-label={NEEDS.title}>
      {shown.map((need) => (
        <NeedItem
          key={`${need.email} ${need.kind} ${need.subject}`}
          borrower={borrower}
          need={need}
          name={people.find(({ email }) => email === need.email)?.firstName ?? need.email}
        />
      ))}
    </ul>
  );
}

interface NeedItemProps {
  readonly borrower: Borrower;
  readonly need: Need;
  readonly name: string;
}

function NeedItem({ borrower, need, name }: NeedItemProps) {
  const { id: borrowerId } = borrower;
  const { email, kind, subject, state, askedAt, askedBy, dueOn, note, reason } = need;
  const ask = useAskNeeds();
  const change = useChangeNeed();
  const [isDating, setDating] = useState(false);
  const disabledReason = useWhyNot(borrower);
  const title = needTitle(need);
  const isLeft = state === "open" || state === "asked";
  const isLate = isLeft && dueOn !== null && dueOn < dayIn(new Date().toISOString(), currentZone());
  const named = { email, kind, subject };
  const error = ask.error ?? change.error;
  return (
    <li className={styles.need}>
      <div className={styles.top}>
        <span className={styles.what}>{title}</span>
        <StatusPill tone={TONES[state]}>{NEEDS.states[state]}</StatusPill>
      </div>
      <p className={styles.facts}>
        {isLeft && <span>{NEEDS.actor.person(name)}</span>}
        {state === "answered" && <span>{NEEDS.actor.officer}</span>}
        {askedAt !== null && <span>{NEEDS.askedOn(formatDate(askedAt), askedBy)}</span>}
        {dueOn !== null && state !== "done" && (
          <span className={isLate ? styles.late : undefined}>
            {(isLate ? NEEDS.overdue : NEEDS.due)(formatDate(dueOn))}
          </span>
        )}
      </p>
      {note !== null && <p className={styles.note}>{note}</p>}
      {reason !== null && <p className={styles.note}>{NEEDS.reason(reason)}</p>}
      {error && <Alert tone="stop">{explain(error, MESSAGES.needs)}</Alert>}
      <div className={styles.acts}>
        {state === "open" && (
          <Button
            size="small"
            label={`${NEEDS.ask(name)}: ${title}`}
            disabledReason={disabledReason}
            isBusy={ask.isPending}
            onClick={() => ask.mutate({ borrowerId, needs: [named] })}
          >
            {NEEDS.ask(name)}
          </Button>
        )}
        {state === "answered" && kind === "deposit" && (
          <LinkButton size="small" to={`/borrower/asset-report/${borrowerId}`}>
            {NEEDS.review}
            <span className="visually-hidden">: {title}</span>
          </LinkButton>
        )}
        {state === "answered" && kind !== "deposit" && (
          <Button
            size="small"
            label={`${NEEDS.review}: ${title}`}
            onClick={() => document.getElementById(DOCUMENTS_HEADING)?.focus()}
          >
            {NEEDS.review}
          </Button>
        )}
        {isLeft && (
          <Button
            size="small"
            variant="quiet"
            label={`${NEEDS.changeDue}: ${title}`}
            disabledReason={disabledReason}
            onClick={() => setDating(true)}
          >
            {NEEDS.changeDue}
          </Button>
        )}
        {(isLeft || state === "waived") && (
          <Button
            size="small"
            variant="quiet"
            label={`${isLeft ? NEEDS.waive : NEEDS.restore}: ${title}`}
            disabledReason={disabledReason}
            isBusy={change.isPending}
            onClick={() => change.mutate({ borrowerId, ...named, dueOn, isWaived: isLeft })}
          >
            {isLeft ? NEEDS.waive : NEEDS.restore}
          </Button>
        )}
      </div>
      {isDating && <DueDateDialog borrowerId={borrowerId} need={need} title={title} onClose={() => setDating(false)} />}
    </li>
  );
}

function Reminders({ borrower, list: { people, needs, remindersOff } }: NeedsProps) {
  const { id: borrowerId } = borrower;
  const set = useSetReminders();
  const disabledReason = useWhyNot(borrower);
  const emailed = people.filter(({ emailedAt, isEmailPending }) => emailedAt !== null || isEmailPending);
  if (emailed.length === 0) return null;
  return (
    <div className={styles.reminders}>
      <h3>{NEEDS.reminders.title}</h3>
      {emailed.map((person) => (
        <PersonReminders
          key={person.email}
          borrower={borrower}
          person={person}
          isWaited={needs.some(({ email, state }) => email === person.email && state === "asked")}
        />
      ))}
      <div className={styles.acts}>
        <p className={styles.quiet}>{remindersOff ? NEEDS.reminders.off : NEEDS.reminders.on}</p>
        <Button
          size="small"
          variant="quiet"
          label={`${remindersOff ? NEEDS.reminders.turnOn : NEEDS.reminders.turnOff}: automatic reminders`}
          disabledReason={disabledReason}
          isBusy={set.isPending}
          onClick={() => set.mutate({ borrowerId, isOn: remindersOff })}
        >
          {remindersOff ? NEEDS.reminders.turnOn : NEEDS.reminders.turnOff}
        </Button>
      </div>
      {set.error && <Alert tone="stop">{explain(set.error, MESSAGES.needs)}</Alert>}
    </div>
  );
}

interface PersonRemindersProps {
  readonly borrower: Borrower;
  readonly person: NeedsList["people"][number];
  /** They were asked for something that is not done. */
  readonly isWaited: boolean;
}

function PersonReminders({ borrower, person, isWaited }: PersonRemindersProps) {
  const remind = useRemindNow();
  const disabledReason = useWhyNot(borrower);
  const { emailedAt, isEmailPending, lastRemindedAt, nextReminderAt } = person;
  const name = fullName(person);
  const at = (time: string) => formatDate(time, { withTime: true });
  const queued = () => showToast(NEEDS.reminders.sent, name, { autohide: true, closeOnClick: true });
  return (
    <>
      <div className={styles.acts}>
        <span className={styles.what}>{name}</span>
        <span className={styles.quiet}>
          {[
            isEmailPending ? NEEDS.reminders.pending : emailedAt !== null && NEEDS.reminders.emailed(at(emailedAt)),
            lastRemindedAt !== null && NEEDS.reminders.reminded(at(lastRemindedAt)),
            nextReminderAt !== null && NEEDS.reminders.next(at(nextReminderAt)),
          ]
            .filter(Boolean)
            .join(" ")}
        </span>
        {isWaited && (
          <Button
            size="small"
            label={`${NEEDS.remind}: ${name}`}
            disabledReason={disabledReason}
            isBusy={remind.isPending}
            onClick={() => remind.mutate({ borrowerId: borrower.id, email: person.email }, { onSuccess: queued })}
          >
            {NEEDS.remind}
          </Button>
        )}
      </div>
      {remind.error && <Alert tone="stop">{explain(remind.error, MESSAGES.needs)}</Alert>}
    </>
  );
}
