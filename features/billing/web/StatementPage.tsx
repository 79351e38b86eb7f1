import { useQuery } from "@tanstack/react-query";
import {
  downloadStatement,
  LINE_ITEM_TYPES,
  TYPE_LABELS,
  type LineItem,
  type Statement,
} from "#features/billing/contract.ts";
import { paidBeforeLabel, paidBeforeWords } from "#features/billing/labels.ts";
import { currentConfig } from "#platform/web/config.ts";
import { DateText, Money } from "#platform/web/parts/Values.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { useParam } from "#platform/web/use-param.ts";
import { isOwed, Period, StatementDownloads, StatementStatusPill } from "./StatementParts.tsx";
import { oneStatement } from "./api.ts";
import styles from "./Billing.module.css";

const BACK = { to: "/admin/billing/statements", label: "Statements" };

export function StatementPage() {
  const id = useParam("id");
  const found = useQuery(oneStatement({ id }));
  usePageTitle(found.data ? `Statement ${found.data.number}` : null);
  if (found.data) return <OneStatement statement={found.data} />;
  return (
    <Page title="Statement" back={BACK}>
      <QueryBoundary query={found} failed="We couldn't load the statement" skeleton={<Skeleton lines={8} />}>
        {() => null}
      </QueryBoundary>
    </Page>
  );
}

function OneStatement({ statement }: { readonly statement: Statement }) {
  const { id, number, organization, status, lineItems, timeZone } = statement;
  return (
    <Page
      title={`Statement ${number}`}
      back={BACK}
      aside={<StatementStatusPill status={status} />}
      lead={
        <>
          {organization.name}, <Period {...statement} />
          <span className={styles.onPaper} data-words={`, billed by ${currentConfig().productName}`} />
        </>
      }
      action={<StatementDownloads call={downloadStatement} id={id} />}
    >
      <Sums statement={statement} />
      {LINE_ITEM_TYPES.map((type) => {
        const lines = lineItems.filter((line) => line.type === type);
        return lines.length > 0 && <StatementLines key={type} type={type} lines={lines} timeZone={timeZone} />;
      })}
      {lineItems.length === 0 && <p>No charges in this period.</p>}
    </Page>
  );
}

function Sums({ statement }: { readonly statement: Statement }) {
  const { amount, credits, paidBefore, creditUsed, due, dueAt, issuedAt, paidAt, hostedURL, timeZone } = statement;
  return (
    <div className={styles.answer}>
      <p className={styles.figure}>
        <span className={styles.label}>Total</span>
        <strong>
          <Money cents={amount} />
        </strong>
        <span className={styles.soft}>
          Issued <DateText at={issuedAt} zone={timeZone} />
          {credits < 0 && (
            <>
              , <Money cents={credits} /> of it credited
            </>
          )}
        </span>
      </p>
      {paidBefore !== 0 && (
        <p className={styles.figure}>
          <span className={styles.label}>{paidBeforeLabel(paidBefore)}</span>
          <strong>
            <Money cents={paidBefore} />
          </strong>
          <span className={styles.soft}>{paidBeforeWords(statement)}</span>
        </p>
      )}
      {creditUsed !== 0 && (
        <p className={styles.figure}>
          <span className={styles.label}>Credit used</span>
          <strong>
            <Money cents={creditUsed} />
          </strong>
          <span className={styles.soft}>Earlier credit</span>
        </p>
      )}
      <p className={styles.figure}>
        <span className={styles.label}>{due < 0 ? "Credited to you" : "By invoice"}</span>
        <strong>
          <Money cents={Math.abs(due)} />
        </strong>
        <span className={styles.soft}>
          {isOwed(statement) ? (
            <>
              Due by <DateText at={dueAt} zone={timeZone} />
            </>
          ) : statement.status === "void" ? (
            "Nothing is due"
          ) : (
            <>
              Settled{" "}
              {paidAt && (
                <>
                  on <DateText at={paidAt} zone={timeZone} />
                </>
              )}
            </>
          )}
        </span>
        {isOwed(statement) && hostedURL !== null && (
          <a className={styles.pay} href={hostedURL} rel="noreferrer">
            Pay this statement
          </a>
        )}
      </p>
    </div>
  );
}

interface StatementLinesProps {
  readonly type: LineItem["type"];
  readonly lines: readonly LineItem[];
  readonly timeZone: string;
}

function StatementLines({ type, lines, timeZone }: StatementLinesProps) {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Section title={TYPE_LABELS[type]}>
      <div className={styles.lines}>
        <table aria-label={TYPE_LABELS[type]}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Description</th>
              <th scope="col">Quantity</th>
              <th scope="col">Unit amount</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, occurredAt, description, quantity, unitAmount, amount }) => (
              <tr key={id}>
                <td>
                  <DateText at={occurredAt} zone={timeZone} />
                </td>
                <td>{description}</td>
                <td>{quantity}</td>
                <td>
                  <Money cents={unitAmount} />
                </td>
                <td>
                  <Money cents={amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <td />
              <td>{lines.reduce((sum, { quantity }) => sum + quantity, 0)}</td>
              <td />
              <td>
                <Money cents={total} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Section>
  );
}
