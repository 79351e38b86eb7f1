import { classify } from "./classifier/classify.ts";
import { addDays, dayNumber } from "./days.ts";
import type { EvidenceSource } from "./evaluation.ts";
import type { Account, Line, Model } from "./model.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";
import { bankName } from "./text.ts";

// Small models for tests of single rules, without owners, matching and classification.

export const AS_OF = "2026-11-16";
export const daysAgo = (days: number) => addDays(AS_OF, -days);

/** `cents` has the provider's sign: positive is money out. */
export function line(cents: number, date: string, more: Partial<ReportTransaction> = {}): ReportTransaction {
  return {
    id: `${date} ${cents} ${more.description ?? "LINE"}${more.pending ? " pending" : ""}`,
    date,
    description: "LINE",
    merchantName: null,
    categoryPrimary: null,
    categoryDetailed: null,
    checkNumber: null,
    amountCents: cents,
    currency: "USD",
    pending: false,
    ...more,
  };
}

type AccountMore = Partial<ReportAccount> & {
  /** Daily balances before the day of reading. */
  readonly days?: number;
  readonly readOn?: string;
};

/** Its balances follow from its lines: end of day, newest first, the newest one of the day before the reading. */
export function account({ days = 90, readOn = AS_OF, ...more }: AccountMore = {}): ReportAccount {
  const currentCents = more.currentCents === undefined ? 3_300_000 : more.currentCents;
  const posted = (more.transactions ?? []).filter(({ pending }) => !pending);
  const first = posted.reduce((a, { date }) => (date < a ? date : a), readOn);
  return {
    id: "checking",
    persistentId: null,
    name: "Checking",
    officialName: null,
    mask: "4471",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents,
    availableCents: currentCents,
    limitCents: null,
    marginLoanCents: null,
    daysAvailable: dayNumber(readOn) - dayNumber(first),
    ownershipType: "individual",
    owners: [{ names: ["NORA QUIST"], emails: [], phones: [], addresses: [] }],
    historicalBalances: Array.from({ length: days }, (_day, at) => {
      const date = addDays(readOn, -1 - at);
      const later = posted.filter((one) => one.date > date);
      return { date, currentCents: later.reduce((sum, { amountCents }) => sum + amountCents, currentCents ?? 0) };
    }),
    holdings: [],
    transactions: [],
    unreadCount: 0,
    ...more,
  };
}

export function item(accounts: readonly ReportAccount[], more: Partial<ReportItem> = {}): ReportItem {
  return {
    id: "item",
    institutionId: "ins_1",
    institutionName: "Bank One",
    lastUpdatedAt: `${AS_OF}T11:00:00.000Z`,
    accounts: [...accounts],
    ...more,
  };
}

export function report(items: readonly ReportItem[], more: Partial<ParsedReport> = {}): ParsedReport {
  const days = items.map(({ lastUpdatedAt }) => lastUpdatedAt.slice(0, 10)).sort();
  return {
    providerReportId: "report",
    generatedAt: `${days.at(-1) ?? AS_OF}T12:00:00.000Z`,
    asOf: days[0] ?? AS_OF,
    daysRequested: 90,
    items: [...items],
    warnings: [],
    ...more,
  };
}

export interface ModelOptions {
  readonly previous?: ParsedReport;
  readonly evidence?: readonly EvidenceSource[];
  /** Ids of accounts that do not count. */
  readonly uncounted?: readonly string[];
  /** Classes by description. */
  readonly classes?: Readonly<Record<string, Line["class"]>>;
  /** Ids of lines that are legs of matched transfers. */
  readonly matched?: readonly string[];
  readonly confirmed?: Model["confirmed"];
}

export function modelOf(source: ParsedReport, options: ModelOptions = {}): Model {
  const { previous = null, evidence = [], uncounted = [], classes = {}, matched = [] } = options;
  const stems = new Map<string, number>();
  const accounts = source.items.flatMap((one) =>
    one.accounts.map((of) => {
      const stem = [bankName(one.institutionName), of.mask ?? "", of.type, of.subtype ?? ""].join("|").toUpperCase();
      const number = (stems.get(stem) ?? 0) + 1;
      stems.set(stem, number);
      return accountOf(one, of, number === 1 ? stem : `${stem}|${number}`, classes);
    }),
  );
  accounts.sort((a, b) => (a.key < b.key ? -1 : 1));
  const lines = accounts.flatMap((one) => one.lines);
  const isCounted = (one: Account) => one.kind !== "credit" && one.kind !== "loan" && !uncounted.includes(one.id);
  return {
    report: source,
    previous,
    accounts,
    counting: new Map(
      accounts.map((one) => [
        one,
        {
          isCounted: isCounted(one),
          isConditional: false,
          cents: isCounted(one) ? Math.max(0, one.source.currentCents ?? 0) : 0,
          isRetirement: false,
          why: "",
        },
      ]),
    ),
    transferOf: new Map(lines.filter(({ id }) => matched.includes(id)).map((leg) => [leg, leg])),
    possibleTransferOf: new Map(),
    netOf: new Map(),
    partialRefundOf: new Map(),
    evidenceOf: new Map(
      lines.flatMap((one) => {
        const about = evidence.filter(({ transactionId }) => transactionId === one.id);
        return about.length > 0 ? [[one, about] as const] : [];
      }),
    ),
    identifiedPending: new Set(),
    forOthers: new Set(),
    leaving: new Set(),
    drawn: new Set(),
    seenTwice: [],
    duplicates: [],
    isLeftOut: (one) => uncounted.includes(one.id),
    evidence,
    confirmations: [],
    confirmed: options.confirmed ?? (() => undefined),
  };
}

const KINDS = { depository: "depository", investment: "investment", credit: "credit", loan: "loan" } as const;

function accountOf(
  of: ReportItem,
  source: ReportAccount,
  key: string,
  classes: NonNullable<ModelOptions["classes"]>,
): Account {
  const built = {
    id: source.id,
    key,
    name: source.mask ? `${source.name} …${source.mask}` : source.name,
    kind: KINDS[source.type as keyof typeof KINDS] ?? ("other" as const),
    isDollars: source.currency === "USD",
    asOf: dayNumber(of.lastUpdatedAt.slice(0, 10)),
    source,
    item: of,
    ownership: {} as Account["ownership"], // no rule under test reads it
    copyIds: [] as string[],
    lines: [] as Line[],
  };
  const counts = new Map<string, number>();
  built.lines = [...source.transactions]
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.amountCents - b.amountCents))
    .map((one): Line => {
      const classification = { ...classify(one), class: classes[one.description] ?? classify(one).class };
      const stem = `${one.date}|${one.amountCents}|${one.description}`;
      const number = (counts.get(stem) ?? 0) + 1;
      counts.set(stem, number);
      return {
        id: one.id,
        day: dayNumber(one.date),
        cents: one.amountCents,
        isPending: one.pending,
        class: classification.class,
        classification,
        key: number === 1 ? stem : `${stem}|${number}`,
        account: built,
        source: one,
      };
    });
  return built;
}

export function statement(accountId: string, periodFrom: string, periodTo: string): EvidenceSource {
  return {
    transactionId: null,
    accountId,
    kind: "statement",
    sourcedCents: 0,
    periodFrom,
    periodTo,
    hasDocument: true,
    reason: null,
  };
}
