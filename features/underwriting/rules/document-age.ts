import { longDay } from "#platform/dates/days.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { addDays, addMonths, dayNumber, dayOf } from "./days.ts";
import type { Finding, NotEvaluated, Program } from "./evaluation.ts";
import { finding, LEAVE_OUT, loanTerms, NEW_REPORT } from "./finding.ts";
import type { Account, Model } from "./model.ts";
import { once } from "./once.ts";
import type { ReportItem } from "./parsed-report.ts";
import { answerName, overlayLabel } from "./overlay-names.ts";
import { GUIDE_PARAMETERS, LIMITS, type Parameters } from "./overlay.ts";
import { RULES } from "./rule-set.ts";

export interface AgeRow {
  readonly item: ReportItem;
  readonly asOf: string;
  /** Those that count. */
  readonly accounts: readonly Account[];
  /** Last day on which the data is young enough. */
  readonly validThrough: Partial<Record<Program, string>>;
}

export interface AgeInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly programs: readonly Program[];
  readonly parameters?: Parameters;
}

/** R2: the data of each bank is young enough; and section 2: banks were read within a few days. */
export function evaluateDocumentAge({ model, loan, programs, parameters = GUIDE_PARAMETERS }: AgeInput): {
  rows: AgeRow[];
  findings: Finding[];
  notEvaluated: NotEvaluated[];
} {
  const items = countedItems(model);
  const rows = items.map((item): AgeRow => ({
    ...item,
    validThrough: Object.fromEntries(programs.map((program) => [program, expiryOf(item.asOf, program, parameters)])),
  }));
  const newest = items.reduce((day, { asOf }) => (asOf > day ? asOf : day), "");
  const findings = items.flatMap((item) => [
    ...expired(item, loan, programs, parameters),
    ...oldAtApplication(item, loan, programs, parameters),
    ...oldFhaData(item, model, programs, parameters),
    ...behind(item, newest, programs),
  ]);
  return { rows, findings, notEvaluated: [] };
}

/** The earliest expiry of data that counts; `null` when no account counts. */
export function validThrough(model: Model, program: Program, parameters = GUIDE_PARAMETERS): string | null {
  const days = countedItems(model).map(({ asOf }) => expiryOf(asOf, program, parameters));
  return days.sort()[0] ?? null;
}

type CountedItem = Pick<AgeRow, "item" | "asOf" | "accounts">;

const countedItems = once((model: Model): readonly CountedItem[] => {
  const items = new Map<ReportItem, Account[]>();
  for (const account of model.accounts)
    if (model.counting.get(account)?.isCounted) items.set(account.item, [...(items.get(account.item) ?? []), account]);
  return [...items].map(([item, accounts]) => ({ item, accounts, asOf: dayOf(accounts[0]!.asOf) })); // never empty
});

/** The last day on which data read on that day is young enough. */
export function expiryOf(asOf: string, program: Program, { documentAgeDays: days }: Parameters): string {
  const { fannieMonths } = RULES.R2.parameters;
  // Four months are never less than the other guides' days.
  return program === "fannie" && days === LIMITS.documentAgeDays.guide
    ? addMonths(asOf, fannieMonths)
    : addDays(asOf, days);
}

/** Who accepts an age: the guide, or the overlay that sets another. */
function accepting(guide: string, limit: "daysToApplication" | "fhaDataDays", parameters: Parameters): string {
  const { overlay } = parameters;
  return overlay === null || parameters[limit] === LIMITS[limit].guide ? guide : overlayLabel(overlay);
}

function readOn({ item, asOf }: CountedItem): string {
  return `${item.institutionName || "A bank"} was read on ${longDay(asOf)}`;
}

const NEW_DATA = "Get a new report or leave its accounts out.";

function expired(
  item: CountedItem,
  { noteDate, disbursementDate }: Loan,
  programs: readonly Program[],
  parameters: Parameters,
): Finding[] {
  const findings: Finding[] = [];
  const { asOf, accounts } = item;
  const byExpiry = new Map<string, Program[]>();
  for (const program of programs) {
    if (program === "fha") continue;
    const expiry = expiryOf(asOf, program, parameters);
    if (noteDate !== undefined && noteDate > expiry) byExpiry.set(expiry, [...(byExpiry.get(expiry) ?? []), program]);
  }
  for (const [expiry, late] of byExpiry)
    findings.push(
      finding({
        ruleId: "R2",
        code: "EXPIRED_AT_NOTE",
        programs: late,
        severity: "blocker",
        text: `${readOn(item)}, and its data is valid through ${longDay(expiry)}. The note date is ${longDay(noteDate!)}. ${NEW_DATA}`, // set where a program is late
        clearedBy: [NEW_REPORT, LEAVE_OUT, loanTerms("noteDate")],
        inputs: { asOf, validThrough: expiry, noteDate: noteDate! },
        accounts,
      }),
    );
  if (programs.includes("freddie") && noteDate !== undefined && noteDate < asOf)
    findings.push(
      finding({
        ruleId: "R2",
        code: "EXPIRED_AT_NOTE",
        programs: ["freddie"],
        severity: "blocker",
        text: `${readOn(item)}, after the note date of ${longDay(noteDate)}. Freddie Mac requires assets to be verified on or before the note date.`,
        clearedBy: [NEW_REPORT, LEAVE_OUT, loanTerms("noteDate")],
        inputs: { asOf, noteDate },
        accounts,
      }),
    );
  return programs.includes("fha")
    ? [...findings, ...expiredForFha(item, noteDate, disbursementDate, parameters)]
    : findings;
}

function expiredForFha(
  item: CountedItem,
  noteDate: string | undefined,
  disbursementDate: string | undefined,
  parameters: Parameters,
): Finding[] {
  const { asOf, accounts } = item;
  // Funds are never disbursed before the note, so an earlier disbursement date is a mistake and must not hide the age.
  const usesNote = disbursementDate === undefined || (noteDate !== undefined && noteDate > disbursementDate);
  const date = usesNote ? noteDate : disbursementDate;
  const expiry = expiryOf(asOf, "fha", parameters);
  if (date === undefined || date <= expiry) return [];
  const dated = !usesNote
    ? `Disbursement is on ${longDay(date)}.`
    : disbursementDate === undefined
      ? `No disbursement date is entered, so the note date of ${longDay(date)} is used.`
      : `The note date of ${longDay(date)} is used because it is after the disbursement date.`;
  return [
    finding({
      ruleId: "R2",
      code: "EXPIRED_AT_DISBURSEMENT",
      programs: ["fha"],
      severity: "blocker",
      text: `${readOn(item)}, and its data is valid through ${longDay(expiry)} under ${answerName("FHA", parameters.overlay)}. ${dated} ${NEW_DATA}`,
      clearedBy: [NEW_REPORT, LEAVE_OUT, loanTerms("disbursementDate", "noteDate")],
      inputs: { asOf, validThrough: expiry, noteDate: noteDate ?? null, disbursementDate: disbursementDate ?? null },
      accounts,
    }),
  ];
}

function oldAtApplication(
  item: CountedItem,
  { applicationDate }: Loan,
  programs: readonly Program[],
  parameters: Parameters,
): Finding[] {
  const { daysToApplication } = parameters;
  if (!programs.includes("fannie") || applicationDate === undefined) return [];
  const days = dayNumber(applicationDate) - dayNumber(item.asOf);
  if (days <= daysToApplication) return [];
  return [
    finding({
      ruleId: "R2",
      code: "OLD_AT_APPLICATION",
      programs: ["fannie"],
      severity: "review",
      text: `${readOn(item)}, ${days} days before the application of ${longDay(applicationDate)}. ${accepting("Fannie Mae", "daysToApplication", parameters)} accepts ${daysToApplication} days.`,
      clearedBy: [NEW_REPORT, LEAVE_OUT, loanTerms("applicationDate")],
      inputs: { asOf: item.asOf, applicationDate, days },
      accounts: item.accounts,
    }),
  ];
}

function oldFhaData(
  item: CountedItem,
  { report }: Model,
  programs: readonly Program[],
  parameters: Parameters,
): Finding[] {
  const { fhaDataDays } = parameters;
  const reportDate = report.generatedAt.slice(0, 10);
  const days = dayNumber(reportDate) - dayNumber(item.asOf);
  if (!programs.includes("fha") || days <= fhaDataDays) return [];
  return [
    finding({
      ruleId: "R2",
      code: "FHA_DATA_OLD",
      programs: ["fha"],
      severity: "blocker",
      text: `${readOn(item)}, ${days} days before the report of ${longDay(reportDate)}. ${accepting("FHA", "fhaDataDays", parameters)} accepts ${fhaDataDays} days. ${NEW_DATA}`,
      clearedBy: [NEW_REPORT, LEAVE_OUT],
      inputs: { asOf: item.asOf, reportDate, days },
      accounts: item.accounts,
    }),
  ];
}

function behind(item: CountedItem, newest: string, programs: readonly Program[]): Finding[] {
  const days = dayNumber(newest) - dayNumber(item.asOf);
  if (days <= RULES.S2.parameters.itemBehindDays) return [];
  return [
    finding({
      ruleId: "S2",
      code: "ITEM_BEHIND",
      programs,
      severity: "review",
      text: `${readOn(item)}, ${days} days before the bank that was read last. Money may have moved between them since; get a new report that reads all banks together.`,
      clearedBy: [NEW_REPORT, LEAVE_OUT],
      inputs: { asOf: item.asOf, newestAsOf: newest, days },
      accounts: item.accounts,
    }),
  ];
}
