import { jsonOf } from "../http.ts";
import {
  type BankReport,
  isObject,
  type Json,
  object,
  objects,
  parse,
  string,
  toBankReport,
  unreadable,
} from "./report.ts";

/** What Plaid answered about one person, byte for byte. */
interface Answered {
  readonly base: Buffer;
  readonly verification: Buffer;
}

/** One document of all people's reports, in which each answer stays as it was sent. */
export function joinReports(answers: readonly Answered[]): Buffer {
  const people = answers.map(({ base, verification }) =>
    Buffer.concat([
      Buffer.from('{"base_report":'),
      base,
      Buffer.from(',"verification":'),
      verification,
      Buffer.from("}"),
    ]),
  );
  const parts = people.flatMap((one, at) => (at === 0 ? [one] : [Buffer.from(","), one]));
  return Buffer.concat([Buffer.from('{"people":['), ...parts, Buffer.from("]}")]);
}

/** Plaid's id of the report that an answer is of. */
export function reportIdOf(answer: Buffer): string | undefined {
  return string(object(object(jsonOf(answer.toString("utf8"))).report).report_id) ?? undefined;
}

/** Our id in an answer of a base report; `undefined` for a report that was not ordered by us. */
export function orderIdOf(base: Buffer): string | undefined {
  const answer = jsonOf(base.toString("utf8"));
  return string(object(object(answer).report).client_report_id) ?? undefined;
}

/**
 * The same as an asset report, as far as Plaid reports it: neither vested values nor margin loans are in it. Throws
 * REPORT_UNREADABLE of the provider as `readPlaidReport` does.
 */
export function readConsumerReport(json: Buffer): BankReport {
  try {
    const reports = objects(parse(json.toString("utf8")).people).map(readPerson);
    const [oldest, ...others] = reports.sort((a, b) => (a.generatedAt < b.generatedAt ? -1 : 1));
    if (!oldest) throw new Error("not a consumer report");
    return {
      providerReportId: reports.map(({ providerReportId }) => providerReportId).join(", "),
      generatedAt: oldest.generatedAt,
      asOf: reports.reduce((day, { asOf }) => (asOf < day ? asOf : day), oldest.asOf),
      daysRequested: others.reduce((days, one) => Math.min(days, one.daysRequested), oldest.daysRequested),
      items: reports.flatMap(({ items }) => items),
      warnings: reports.flatMap(({ warnings }) => warnings),
    };
  } catch (error) {
    throw unreadable(error);
  }
}

function readPerson({ base_report, verification }: Json): BankReport {
  const { report, warnings } = object(base_report);
  if (!isObject(report) || typeof report.report_id !== "string") throw new Error("not a base report");
  const verified = readVerified(object(verification), report.report_id);
  const investmentsOf = new Map(verified.map(({ account_id, investments }) => [account_id, investments]));
  const items = objects(report.items).map((item) => ({
    ...item,
    accounts: objects(item.accounts).map((account) => ({
      ...account,
      investments:
        isInvestment(account) && !isObject(investmentsOf.get(account.account_id))
          ? HOLDINGS_MISSING
          : investmentsOf.get(account.account_id),
    })),
  }));
  const read = toBankReport(
    report.report_id,
    { ...report, items },
    allWarnings(warnings, object(verification).warnings),
  );
  const named = read.warnings.flatMap((warning) => withConnection(warning, read.items));
  return { ...read, warnings: [...named, ...items.flatMap(disputesOf), ...read.items.flatMap(marginWarnings)] };
}

/** Earlier versions of Plaid's API say `brokerage`. */
function isInvestment({ type }: { readonly type?: unknown }): boolean {
  return type === "investment" || type === "brokerage";
}

/** One that names no connection is about all of this person's, not of others in the report; an alert is about the person. */
function withConnection(warning: BankReport["warnings"][number], items: BankReport["items"]): BankReport["warnings"] {
  if (warning.itemId !== null || items.length === 0) return [warning];
  const about = warning.code === "USER_FRAUD_ALERT" ? items.slice(0, 1) : items;
  return about.map(({ id }) => ({ ...warning, itemId: id }));
}

/** Without it, no margin loan in the data would read as none at the bank. */
function marginWarnings({ id, accounts }: BankReport["items"][number]) {
  if (!accounts.some(isInvestment)) return [];
  return [{ code: "MARGIN_NOT_REPORTED", itemId: id, message: "A consumer report does not show margin loans." }];
}

/** Not to be read as "no holdings", under which the whole balance would count: this counts as one that cannot be read. */
const HOLDINGS_MISSING = { holdings: [null] };

/** Throws unless it is the verification of assets of this very report. */
function readVerified({ report }: Json, reportId: string): Json[] {
  const { report_id, voa } = object(report);
  if (report_id !== reportId || !isObject(voa)) throw new Error("not this report's verification of assets");
  return objects(voa.items).flatMap(({ accounts }) => objects(accounts));
}

/** Both reports may warn of the same. */
function allWarnings(...lists: unknown[]): Json[] {
  const causes = (one: Json) => JSON.stringify([one.warning_code, object(one.cause).item_id]);
  return [...new Map(lists.flatMap(objects).map((one) => [causes(one), one])).values()];
}

/** What the consumer stated about the data, which the agency must pass on with it: 15 U.S.C. 1681i(c). */
function disputesOf({ accounts, ...item }: Json & { readonly accounts: readonly Json[] }) {
  return accounts
    .flatMap(({ consumer_disputes }) => objects(consumer_disputes))
    .map(({ statement }) => ({
      code: "CONSUMER_DISPUTE",
      itemId: string(item.item_id),
      message: `The consumer disputes data of this bank: ${string(statement) ?? "no statement"}`,
    }));
}
