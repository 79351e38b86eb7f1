// Owns how old the data is, and until when it may be used (R2).
import type { Case } from "../case.ts";
import { addDays, addMonths, dayNumber, inWords } from "../days.ts";
import { finding, type Finding, type NotEvaluated } from "../finding.ts";
import { RULES } from "../rule-set.ts";

const { daysToApplication: mostDaysToApplication, fhaDataDays, fannieMonths, freddieDays } = RULES.R2.parameters;

export interface Freshness {
  /** From the data to the initial application; below zero where the data is newer. `null`: no application date. */
  readonly daysToApplication: number | null;
  readonly isWithinDaysOfApplication: boolean | null;
  /** The last day on which the note may be dated; FHA asks for the age of the data instead. */
  readonly expiresOn: Readonly<Record<"fannie" | "freddie", string>>;
  readonly isValidAtNoteDate: Readonly<Record<"fannie" | "freddie", boolean | null>>;
  /** Days between the data and the report that was made from it. */
  readonly dataAgeDays: number;
  readonly isFhaDataFresh: boolean;
}

/** The last day on which data of a day may be used, of each program that has one. Days as `YYYY-MM-DD`, UTC. */
export function lastDaysOf(asOf: string): Freshness["expiresOn"] {
  return { fannie: addMonths(asOf, fannieMonths), freddie: addDays(asOf, freddieDays) };
}

/**
 * The one day that a report is shown and its owner reminded by, whatever the loan: Fannie Mae's (Selling Guide B1-1-03),
 * the later of the two. Freddie Mac's comes up to three days before it, which a finding says where it matters.
 */
export function freshUntilOf(asOf: string): string {
  return lastDaysOf(asOf).fannie;
}

export function readFreshness(one: Case): { freshness: Freshness; findings: Finding[]; notEvaluated: NotEvaluated[] } {
  const freshness = ageOf(one);
  return {
    freshness,
    findings: [
      ...findOldAtApplication(freshness),
      ...findExpiredAtNote(freshness, one.loan),
      ...findOldWhenMade(freshness),
    ],
    notEvaluated: missingDates(one.loan),
  };
}

function ageOf({ reading, asOf, loan: { applicationDate, noteDate } }: Case): Freshness {
  const apart = applicationDate === undefined ? null : dayNumber(applicationDate) - asOf;
  const expiresOn = lastDaysOf(reading.asOf);
  const dataAgeDays = dayNumber(reading.generatedAt.slice(0, 10)) - asOf;
  return {
    daysToApplication: apart,
    isWithinDaysOfApplication: apart === null ? null : apart <= mostDaysToApplication,
    expiresOn,
    isValidAtNoteDate: {
      fannie: noteDate === undefined ? null : noteDate <= expiresOn.fannie,
      freddie: noteDate === undefined ? null : noteDate <= expiresOn.freddie,
    },
    dataAgeDays,
    isFhaDataFresh: dataAgeDays <= fhaDataDays,
  };
}

function findOldAtApplication({ isWithinDaysOfApplication, daysToApplication: apart }: Freshness): Finding[] {
  if (isWithinDaysOfApplication !== false) return [];
  return [
    finding({
      ruleId: "R2",
      code: "OLD_AT_APPLICATION",
      programs: ["fannie"],
      severity: "blocker",
      text: `The data is ${apart} days older than the application; ${mostDaysToApplication} are allowed. Generate the report anew.`,
      inputs: { daysToApplication: apart, allowed: mostDaysToApplication },
    }),
  ];
}

function findExpiredAtNote({ expiresOn, isValidAtNoteDate }: Freshness, { noteDate }: Case["loan"]): Finding[] {
  const late = (["fannie", "freddie"] as const).filter((program) => isValidAtNoteDate[program] === false);
  return late.map((program) =>
    finding({
      ruleId: "R2",
      code: "EXPIRED_AT_NOTE",
      programs: [program],
      severity: "blocker",
      text: `The data expires on ${inWords(expiresOn[program])}, before the note date${noteDate ? ` of ${inWords(noteDate)}` : ""}. Generate the report anew.`,
      inputs: { expiresOn: expiresOn[program], noteDate: noteDate ?? null },
    }),
  );
}

function findOldWhenMade({ isFhaDataFresh, dataAgeDays }: Freshness): Finding[] {
  if (isFhaDataFresh) return [];
  return [
    finding({
      ruleId: "R2",
      code: "OLD_DATA",
      programs: ["fha"],
      severity: "blocker",
      text: `The bank's data was ${dataAgeDays} days old when the report was made; ${fhaDataDays} are allowed. Generate the report anew.`,
      inputs: { dataAgeDays, allowed: fhaDataDays },
    }),
  ];
}

function missingDates({ applicationDate, noteDate }: Case["loan"]): NotEvaluated[] {
  const missing: NotEvaluated[] = [];
  if (applicationDate === undefined) missing.push({ ruleId: "R2", programs: ["fannie"], missing: ["applicationDate"] });
  if (noteDate === undefined) missing.push({ ruleId: "R2", programs: ["fannie", "freddie"], missing: ["noteDate"] });
  return missing;
}
