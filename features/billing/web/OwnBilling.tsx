// What a user who is alone in their organization is charged: the running month, its lines and the statements.
import { useQuery } from "@tanstack/react-query";
import { downloadOwnStatement, type Statement } from "#features/billing/contract.ts";
import { EmptyState, QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Money } from "#platform/web/parts/Values.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "./Billing.module.css";
import {
  isOwed,
  LinesTable,
  Period,
  PeriodAnswer,
  StatementDownloads,
  StatementStatusPill,
} from "./StatementParts.tsx";
import { ownBilling } from "./api.ts";

export function OwnBilling() {
  const billing = useQuery(ownBilling());
  return (
    <QueryBoundary query={billing} failed="We couldn't load your charges" skeleton={<Skeleton lines={6} />}>
      {({ currentPeriod, lineItems, statements }) => (
        <>
          <Section title="Current period">
            <PeriodAnswer period={currentPeriod} />
            <LinesTable lines={lineItems} empty={<EmptyState title="No charges this month" />} />
          </Section>
          <Section title="Statements">
            {statements.length === 0 ? (
              <EmptyState title="No statements yet">
                The first one arrives after the first month with charges.
              </EmptyState>
            ) : (
              <ul className={styles.statements}>
                {statements.map((statement) => (
                  <OwnStatement key={statement.id} statement={statement} />
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </QueryBoundary>
  );
}

function OwnStatement({ statement }: { readonly statement: Omit<Statement, "lineItems"> }) {
  const { id, number, status, amount, hostedURL } = statement;
  return (
    <li className={styles.statement}>
      <span className={styles.name}>
        {number}
        <span className={styles.period}>
          <Period {...statement} />
        </span>
      </span>
      <StatementStatusPill status={status} />
      <Money cents={amount} />
      <span className={styles.acts}>
        {isOwed(statement) && hostedURL !== null && (
          <a href={hostedURL} rel="noreferrer" aria-label={`Pay ${number}`}>
            Pay
          </a>
        )}
        <StatementDownloads call={downloadOwnStatement} id={id} of={number} size="small" />
      </span>
    </li>
  );
}
