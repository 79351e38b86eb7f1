import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { fullName, type ListedBorrower } from "#features/borrowers/contract.ts";
import { WORK_LABELS } from "#features/borrowers/labels.ts";
import { closingDay, needOf, WORK, workOf, type Work } from "#features/borrowers/rules/work.ts";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import { utcToday } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatDate, relativeDate } from "#platform/web/format/dates.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { ownBorrowers } from "../api.ts";
import { freshnessOf } from "../freshness.ts";
import styles from "./TodaysWork.module.css";

/** Rows of each list; the borrowers list has all. */
const SHOWN = 5;

/** What the user's borrowers need today. */
export function TodaysWork() {
  return (
    <section className={styles.work} aria-labelledby="today">
      <h1 id="today" tabIndex={-1}>
        Today
      </h1>
      <QueryBoundary query={useQuery(ownBorrowers())} failed="We couldn't load your borrowers">
        {(borrowers) => (borrowers.length === 0 ? <NoBorrowers /> : <Lists borrowers={borrowers} />)}
      </QueryBoundary>
    </section>
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

function Lists({ borrowers }: { readonly borrowers: readonly ListedBorrower[] }) {
  const today = utcToday();
  const sorted = borrowers.map((borrower) => ({ borrower, work: workOf(borrower, today) }));
  return (
    <div className={styles.lists}>
      {WORK.map((work) => {
        const listed = sorted.filter((one) => one.work.includes(work)).map(({ borrower }) => borrower);
        return <List key={work} work={work} borrowers={listed.toSorted(BY_URGENCY[work])} />;
      })}
      <Link to="/account/borrowers/all" className={styles.all}>
        {borrowers.length < LIST_ROWS ? `View all ${formatCount(borrowers.length, "borrower")}` : "View all borrowers"}
      </Link>
    </div>
  );
}

interface ListProps {
  readonly work: Work;
  readonly borrowers: readonly ListedBorrower[];
}

function List({ work, borrowers }: ListProps) {
  const id = useId();
  const more = borrowers.length - SHOWN;
  return (
    <section className={styles.list} aria-labelledby={id}>
      <h2 id={id}>
        {WORK_LABELS[work]} <span className={styles.count}>{borrowers.length}</span>
      </h2>
      {borrowers.length === 0 ? (
        <p className={styles.none}>{NOTHING[work]}</p>
      ) : (
        <ul role="list">
          {borrowers.slice(0, SHOWN).map((borrower) => (
            <li key={borrower.id}>
              <Link to={`/account/borrowers/view/${borrower.id}`}>{fullName(borrower)}</Link>
              <span className={styles.reason}>{REASONS[work](borrower)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/account/borrowers/all" search={{ work }} className={styles.all}>
          {`${more} more`}
          <span className="visually-hidden"> in {WORK_LABELS[work]}</span>
        </Link>
      )}
    </section>
  );
}

const NOTHING: Readonly<Record<Work, string>> = {
  "needs-you": "You're all caught up.",
  waiting: "No one has an open invitation.",
  expiring: "No report expires in the next 14 days.",
  closing: "No loan closes in the next 7 days.",
};

const REASONS: Readonly<Record<Work, (borrower: ListedBorrower) => ReactNode>> = {
  "needs-you": needWords,
  waiting: ({ connectionState, invitedAt }) => {
    if (connectionState === "login_required") return "Bank sign-in needed";
    return invitedAt === null ? "Invited" : `Invited ${relativeDate(invitedAt)}`;
  },
  expiring: ({ summary }) => (summary?.freshUntil ? freshnessOf(summary.freshUntil).words : null),
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

type Compare = (one: ListedBorrower, other: ListedBorrower) => number;
const byText = (textOf: (borrower: ListedBorrower) => string): Compare => {
  return (one, other) => (textOf(one) < textOf(other) ? -1 : 1);
};
const NEEDS = ["report-failed", "generate", "documents", "conditions", "invite"] as const;

/** The most urgent first. */
const BY_URGENCY: Readonly<Record<Work, Compare>> = {
  "needs-you": (one, other) => urgencyOf(one) - urgencyOf(other) || blockersOf(other) - blockersOf(one),
  waiting: byText(({ invitedAt }) => invitedAt ?? ""),
  expiring: byText(({ summary }) => summary?.freshUntil ?? ""),
  closing: byText(({ loan }) => closingDay(loan) ?? ""),
};

const blockersOf = ({ summary }: ListedBorrower): number => summary?.blockers ?? 0;

function urgencyOf(borrower: ListedBorrower): number {
  const need = needOf(borrower);
  return need === null ? NEEDS.length : NEEDS.indexOf(need);
}
