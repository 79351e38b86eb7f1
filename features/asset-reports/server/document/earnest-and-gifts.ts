import { longDay } from "#platform/dates/days.ts";
import { LOAN_LABELS } from "#features/borrowers/labels.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import { answerProgram, FUNDS_TERM_LABELS } from "#features/underwriting/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentIndex, DocumentLine } from "./document-index.ts";
import { type DocumentInput, type Pair, pairTable, table } from "./schema.ts";
import { dollars, dollarsOr, EARNEST_LABELS, HEADINGS, NONE, UNKNOWN, yesNo } from "./document-labels.ts";

/** Where earnest money was paid from, and the gifts: what of them counts under each program. */
export function* earnestAndGifts(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  yield* earnestMoney(fonts, evaluation, index);
  yield* gifts(fonts, evaluation, index);
}

const PAYMENT_COLUMNS: readonly Column[] = [
  { label: "Account", width: 34 },
  { label: "Date", width: 50 },
  { label: "Description", width: remainingWidth(34, 50, 60, 90, 52, 70) },
  { label: "Conditional", width: 60, style: STYLE.softCell },
  { label: "60-day average before", width: 90, figures: true },
  { label: "Supported", width: 52, figures: true },
  { label: "Paid", width: 70, figures: true },
];

function* earnestMoney(
  fonts: Fonts,
  { figures, inputs, programs, funds }: StoredEvaluation,
  index: DocumentIndex,
): Generator<Block> {
  const { earnestMoney: found } = figures;
  yield section(fonts, HEADINGS.earnestMoney, { needs: 80 });
  if (found === null) {
    const entered: Pair[] = [[LOAN_LABELS.emd, dollarsOr(inputs.loan.emd, "Missing")]];
    yield* pairTable(fonts, entered);
    return;
  }
  const receipts = inputs.evidence
    .filter(({ kind }) => kind === "emd_receipt")
    .reduce((sum, { sourcedCents }) => sum + sourcedCents, 0);
  const rows = found.lines.map(
    ({ transactionId, accountId, date, cents, average60Cents, isSupported, isConditional }) => [
      index.accountRef(accountId),
      longDay(date),
      index.line(transactionId)?.line.description ?? "",
      isConditional ? "Yes" : "",
      dollarsOr(average60Cents),
      yesNo(isSupported),
      dollars(cents),
    ],
  );
  yield* table(fonts, PAYMENT_COLUMNS, rows, "No payment was found on an account that counts.");
  yield* pairTable(fonts, [
    [EARNEST_LABELS.entered, dollars(found.enteredCents)],
    [FUNDS_TERM_LABELS.earnestFoundCents, dollars(found.foundCents)],
    [EARNEST_LABELS.receipts, dollars(receipts)],
    [EARNEST_LABELS.creditBefore, dollars(found.creditCents)],
    ...programs.flatMap((program): Pair[] => {
      const one = funds[program];
      return one === undefined
        ? []
        : [[EARNEST_LABELS.creditUnder(answerProgram(program, inputs.policy.overlay)), dollars(one.earnestPaidCents)]];
    }),
  ]);
}

const GIFT_OUTCOMES = { counts: "Counts", conditional: "Conditional", never: "Never" } as const;

function* gifts(fonts: Fonts, { figures, programs, inputs }: StoredEvaluation, index: DocumentIndex): Generator<Block> {
  const fixed = [18, 76, 26, 40, ...programs.map(() => 44), 56];
  const columns: readonly Column[] = [
    { label: "", width: 18 },
    { label: "Donor", width: remainingWidth(...fixed) },
    { label: "Deposit", width: 76 },
    { label: "Held", width: 26 },
    { label: "Shares home", width: 40 },
    ...programs.map((program) => ({
      label: answerProgram(program, inputs.policy.overlay),
      width: 44,
      wrapsLabel: true,
    })),
    { label: "Amount", width: 56, figures: true },
  ];
  const counted = new Set(figures.accounts.filter(({ isCounted }) => isCounted).map(({ accountId }) => accountId));
  const netted = new Set(figures.nets.flatMap(({ firstId, secondId }) => [firstId, secondId]));
  const isHeld = ({ line, account }: DocumentLine) =>
    counted.has(account.source.id) && !line.pending && !netted.has(line.id);
  yield section(fonts, HEADINGS.gifts, { needs: 60 });
  const rows = figures.gifts.map(({ evidenceId, transactionId, donor, relationship, cents, isToCome, outcomes }) => {
    const found = transactionId === null ? undefined : index.line(transactionId);
    const source = inputs.evidence.find(({ id }) => id !== undefined && id === evidenceId);
    return [
      evidenceId === null ? "" : index.evidenceRef(evidenceId),
      [donor, relationship].filter((part) => part !== "").join(", ") || "Not named",
      isToCome || found === undefined ? "Not deposited" : `${found.account.ref}, ${longDay(found.line.date)}`,
      found === undefined ? UNKNOWN : yesNo(isHeld(found)),
      yesNo(source?.donor?.sharesHome === true),
      ...programs.map((program) => {
        const outcome = outcomes[program];
        return outcome === undefined ? "" : GIFT_OUTCOMES[outcome];
      }),
      dollars(cents),
    ];
  });
  yield* table(fonts, columns, rows, NONE);
  if (rows.length > 0) yield* paragraph(fonts, HELD_LEGEND, STYLE.aside, { before: 4 });
  for (const { evidenceId, missing } of figures.gifts)
    if (missing.length > 0 && evidenceId !== null)
      yield* paragraph(fonts, `${index.evidenceRef(evidenceId)} lacks ${missing.join(", ")}.`, STYLE.aside, {
        before: 3,
      });
}

const HELD_LEGEND =
  "Held: posted to an account that counts, and not returned. Shares home: the donor lived with the borrower for 12 months and will live in the home, so the gift counts as the borrower's own funds.";
