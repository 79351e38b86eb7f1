import type { Program, ProgramFunds } from "#features/underwriting/contract.ts";
import { PROGRAMS, PROGRAM_NAMES } from "#features/underwriting/rules-edition-1/programs.ts";
import { FUNDS_WORDS, monthsWords, REQUIRED_BY_AUS } from "#features/underwriting/labels.ts";
import { PURPOSE_WORDS, termWords } from "#features/loans/words.ts";
import type { EvaluatedSet } from "./document-input.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { grouped, money } from "#kit/server/document/money.ts";
import { type Block, NEW_PAGE } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { paragraph, section } from "#kit/server/document/text-blocks.ts";
import { STYLE } from "#kit/server/document/typesetting.ts";

const WIDTH = 92;
const columns = (style: Column["style"]): readonly Column[] => [
  { label: "US dollars", width: remainingWidth(WIDTH, WIDTH, WIDTH), ...(style && { style }) },
  ...PROGRAMS.map((program) => ({
    label: PROGRAM_NAMES[program],
    width: WIDTH,
    figures: true,
    ...(style && { style }),
  })),
];
const COLUMNS = columns(undefined);
const RESULTS = columns(STYLE.strongCell);

interface FundsRow {
  readonly label: string;
  cell(funds: ProgramFunds): string;
  /** What is added up above it. */
  readonly isResult?: true;
}

const ROWS: readonly FundsRow[] = [
  row("usableByAccount", ({ usableByAccount }) => usableByAccount.reduce((sum, { cents }) => sum + cents, 0)),
  row("reductionCents", ({ reductionCents }) => 0 - reductionCents),
  row("giftCents", ({ giftCents }) => giftCents),
  { ...row("usableClosingCents", ({ usableClosingCents }) => usableClosingCents), isResult: true },
  row("investmentClosingCents", ({ investmentClosingCents }) => investmentClosingCents),
  row("cashToCloseCents", ({ cashToCloseCents }) => (cashToCloseCents === null ? null : 0 - cashToCloseCents)),
  { ...row("surplusCents", ({ surplusCents }) => surplusCents), isResult: true },
  row("investmentReserveCents", ({ investmentReserveCents }) => investmentReserveCents),
  { ...row("reservesCents", ({ reservesCents }) => reservesCents), isResult: true },
  {
    label: FUNDS_WORDS.reserveMonths,
    cell: ({ reserveMonths: months }) => (months === null ? "\u2013" : monthsWords(months)),
  },
  {
    label: FUNDS_WORDS.requiredReserveMonths,
    cell: ({ requiredReserveMonths: required }) => (required === null ? REQUIRED_BY_AUS : grouped(required)),
  },
  row("earnestPaidCents", ({ earnestPaidCents }) => earnestPaidCents),
];

/** Whether the money is enough, program by program. */
export function* fundsTable(faces: Faces, { funds, grounds }: EvaluatedSet): Generator<Block> {
  yield section(faces, "Funds and reserves", { remark: purpose(grounds.loan), needs: NEW_PAGE, strong: true });
  const head = tableHead(faces, COLUMNS);
  yield head;
  for (const { label, cell, isResult } of ROWS) {
    const cells = [label, ...PROGRAMS.map((program: Program) => cell(funds[program]))];
    yield* tableRow(faces, isResult ? RESULTS : COLUMNS, cells, [head]);
  }
  yield* paragraph(faces, WHAT_IS_NOT_TOLD, STYLE.aside, { before: 5 });
}

const WHAT_IS_NOT_TOLD =
  "Earnest money paid is taken off cash to close already. A dash stands where the terms of the loan do not say enough; nothing is guessed.";

function purpose({ transactionType, salesPrice, loanAmount }: EvaluatedSet["grounds"]["loan"]): string {
  const known = [
    transactionType === undefined ? null : PURPOSE_WORDS[transactionType],
    salesPrice === undefined ? null : `${termWords("salesPrice")} ${money(salesPrice, "USD")}`,
    loanAmount === undefined ? null : `${termWords("loanAmount")} ${money(loanAmount, "USD")}`,
  ];
  return known.filter((words) => words !== null).join(", ");
}

function row(line: keyof typeof FUNDS_WORDS, centsOf: (funds: ProgramFunds) => number | null): FundsRow {
  return {
    label: FUNDS_WORDS[line],
    cell(funds) {
      const cents = centsOf(funds);
      return cents === null ? "\u2013" : money(cents, "USD");
    },
  };
}
