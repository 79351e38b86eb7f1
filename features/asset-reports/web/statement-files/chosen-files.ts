import type { StatementColumns, StatementFileInput, StatementPreviewFile } from "#features/asset-reports/contract.ts";
import { STATEMENT_FILES, STATEMENT_SUBTYPES } from "#features/asset-reports/contract.ts";
import { base64Length } from "#platform/contract/fields.ts";
import { STATEMENT_FILES_TEXTS } from "#features/asset-reports/labels.ts";
import { toCents } from "#platform/money/money.ts";
import { base64Of } from "#platform/web/http/file-content.ts";

export const DETAIL_FIELDS = [
  "institution",
  "mask",
  "subtype",
  "holders",
  "from",
  "to",
  "openingCents",
  "closingCents",
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

/** A file with what a person typed about it. */
export interface ChosenFile {
  readonly key: string;
  readonly name: string;
  /** Base64. */
  readonly content: string;
  readonly typed: Partial<Readonly<Record<DetailField, string>>>;
  readonly columns: StatementColumns | null;
  /** Fields that the file was found to lack; they stay, so that they can be corrected. */
  readonly asked: readonly DetailField[];
}

/** Throws nothing: what is too large to send is left to the caller's `isTooLarge`. */
export async function chooseFile(file: File): Promise<ChosenFile> {
  const isCsv = /\.(csv|txt)$/i.test(file.name);
  return {
    key: crypto.randomUUID(),
    name: file.name.slice(0, 200),
    content: await base64Of(file),
    typed: {},
    columns: null,
    asked: isCsv ? ["from", "to"] : [],
  };
}

/** The first files that one report takes, by number and by size together. */
export function thatFit(files: readonly ChosenFile[]): ChosenFile[] {
  let left = base64Length(STATEMENT_FILES.maxTotalBytes) + 4 * STATEMENT_FILES.most; // each file's text is padded
  return files.slice(0, STATEMENT_FILES.most).filter(({ content }) => (left -= content.length) >= 0);
}

export function isTooLarge({ size }: File): boolean {
  return size === 0 || size > STATEMENT_FILES.maxBytes;
}

export function isMoneyField(field: DetailField): boolean {
  return field === "openingCents" || field === "closingCents";
}

/** Why something typed can't be sent; nothing typed is no error. */
export function detailError(field: DetailField, typed: string): string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  if (isMoneyField(field) && toCents(text) === undefined) return STATEMENT_FILES_TEXTS.moneyError;
  return field === "mask" && text.length !== 4 ? STATEMENT_FILES_TEXTS.maskError : undefined;
}

/** As the call takes it; fields that hold nothing of use are left out, and the preview asks for them again. */
export function toInput({ name, content, typed, columns }: ChosenFile): StatementFileInput {
  const text = (field: DetailField) => typed[field]?.trim() || undefined;
  const money = (field: DetailField) => toCents(typed[field] ?? "");
  const subtype = STATEMENT_SUBTYPES.find((one) => one === typed.subtype);
  const holders = (text("holders") ?? "")
    .split(",")
    .map((holder) => holder.trim())
    .filter(Boolean);
  const mask = text("mask");
  const given = {
    ...{ institution: text("institution"), mask: mask?.length === 4 ? mask : undefined, subtype },
    ...{ holders: holders.length > 0 ? holders : undefined, columns: isUsable(columns) ? columns : undefined },
    ...{ from: text("from"), to: text("to"), openingCents: money("openingCents"), closingCents: money("closingCents") },
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { name, content, ...(Object.fromEntries(known) as Partial<StatementFileInput>) };
}

function isUsable(columns: StatementColumns | null): columns is StatementColumns {
  if (columns === null || columns.date === "" || columns.description === "") return false;
  return columns.amount !== null || (columns.debit !== null && columns.credit !== null);
}

/** With the fields that the preview asks for, and the columns that it found. */
export function withPreview(file: ChosenFile, { needs, columns }: StatementPreviewFile): ChosenFile {
  const asked = DETAIL_FIELDS.filter((field) => file.asked.includes(field) || needs.some((need) => need === field));
  return { ...file, asked, columns: file.columns ?? columns };
}
