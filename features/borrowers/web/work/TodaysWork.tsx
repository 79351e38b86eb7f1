import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { fullName, WORK_COUNTED, type ListedBorrower, type Work } from "#features/borrowers/contract.ts";
import { EXPIRY_LABELS, WORK_LABELS } from "#features/borrowers/labels.ts";
import { closingDay, countText, needOf } from "#features/borrowers/rules/work.ts";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatDate, relativeDate } from "#platform/web/format/dates.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { today, type Today } from "../api.ts";
import { freshnessOf } from "../freshness.ts";
import styles from "./TodaysWork.module.css";

/** What the user's borrowers need today. */
export function TodaysWork() {
  return (
    <QueryBoundary query={useQuery(today())} failed="We couldn't load your borrowers">
      {({ counts, lists }) => (counts.total === 0 ? <NoBorrowers /> : <Lists counts={counts} lists={lists} />)}
    </QueryBoundary>
  );
}

function NoBorrowers() {
  return (
    <EmptyState
      title="No borrowers yet"
      action={
        <LinkButton to="/account/borrowers/create" variant="primary">
          Create Borrower
        </LinkButton>
      }
    >
      Add your first borrower and send them a secure link to connect their bank.
    </EmptyState>
  );
}

function Lists({ counts, lists }: Today) {
  const { total } = counts;
  return (
    <div className={styles.lists}>
      {lists.map(({ work, borrowers }) => (
        <List key={work} work={work} count={counts.work[work]} borrowers={borrowers} />
      ))}
      <Link to="/account/borrowers/all" className={styles.all}>
        {total < LIST_ROWS ? `View all ${formatCount(total, "borrower")}` : "View all borrowers"}
      </Link>
    </div>
  );
}

interface ListProps {
  readonly work: Work;
  /** Of all borrowers in the list. */
  readonly count: number;
  /** The most urgent ones. */
  readonly borrowers: readonly ListedBorrower[];
}

function List({ work, count, borrowers }: ListProps) {
  const id = useId();
  const more = count - borrowers.length;
  return (
    <section className={styles.list} aria-labelledby={id}>
      <h2 id={id}>
        {WORK_LABELS[work]} <span className={styles.count}>{countText(count)}</span>
      </h2>
      {borrowers.length === 0 ? (
        <p className={styles.none}>{NOTHING[work]}</p>
      ) : (
        <ul role="list">
          {borrowers.map((borrower) => (
            <li key={borrower.id}>
              <Link to={`/account/borrowers/view/${borrower.id}`}>{fullName(borrower)}</Link>
              <span className={styles.reason}>{REASONS[work](borrower)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/account/borrowers/all" search={{ work }} className={styles.all}>
          {count < WORK_COUNTED ? `${more} more` : "More"}
          <span className="visually-hidden"> in {WORK_LABELS[work]}</span>
        </Link>
      )}
    </section>
  );
}

const NOTHING: Readonly<Record<Work, string>> = {
  "needs-you": "You're all caught up.",
  waiting: "No one has an open invitation.",
  expiring: "Nothing expires in the next 14 days.",
  closing: "No loan closes in the next 7 days.",
};

const REASONS: Readonly<Record<Work, (borrower: ListedBorrower) => ReactNode>> = {
  "needs-you": needWords,
  waiting: ({ connectionState, invitedAt }) => {
    if (connectionState === "login_required") return "Bank sign-in needed";
    return invitedAt === null ? "Invited" : `Invited ${relativeDate(invitedAt)}`;
  },
  expiring: ({ nextExpiryOn, nextExpiryKind, plannedRefreshOn }) => {
    if (nextExpiryOn === null || nextExpiryKind === null) return null;
    const refresh = plannedRefreshOn === null ? "" : `. Refresh planned for ${formatDate(plannedRefreshOn)}`;
    return `${EXPIRY_LABELS[nextExpiryKind]} · ${freshnessOf(nextExpiryOn).words}${refresh}`;
  },
  closing: ({ loan }) => {
    const day = closingDay(loan);
    return day === null ? null : formatDate(day);
  },
};

function needWords(borrower: ListedBorrower): string {
  const { blockers = 0, reviews = 0 } = borrower.summary ?? {};
  switch (needOf(borrower)) {
    case "report-failed":
      return "Report failed";
    case "generate":
      return "Ready to generate the report";
    case "documents":
      return "Documents to review";
    case "invite":
      return "Not invited yet";
    case "conditions":
      return blockers > 0
        ? `${formatCount(blockers, "finding")} blocking`
        : `${formatCount(reviews, "finding")} to review`;
    case null:
      return "";
  }
}
