import { localMoment } from "#platform/dates/zones.ts";
import { fileSize, formatCount } from "#platform/text/text.ts";
import type { Exhibit, SignedLetter } from "#features/underwriting/contract.ts";
import { KIND_LABELS } from "#features/underwriting/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, NEW_PAGE, SHEET, TEXT_WIDTH } from "#platform/server/document/sheet.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { dollars, HEADINGS, NONE, NOT_RECORDED } from "./document-labels.ts";
import { type DocumentInput, type ExhibitFile, factTable, type Pair, table } from "./schema.ts";

const COLUMNS: readonly Column[] = [
  { label: "Exhibit", width: 40 },
  { label: "What", width: remainingWidth(40, 130, 130) },
  { label: "From", width: 130 },
  { label: "When", width: 130, style: STYLE.softCell },
];

/** Every signed letter in full, every picture on a page of its own, and every other document attached. */
export function* exhibitPages(fonts: Fonts, { evaluation, files }: DocumentInput): Generator<Block> {
  const { exhibits, timeZone } = evaluation.printed;
  yield section(fonts, HEADINGS.exhibits, {
    remark: formatCount(exhibits.length, "exhibit"),
    needs: 60,
    before: 28,
    strong: true,
  });
  const rows = exhibits.map((one) => [
    String(one.number),
    `${nameOf(one)}${one.isReplaced ? ", replaced by a newer letter" : ""}`,
    one.sender,
    localMoment(one.at, timeZone),
  ]);
  yield* table(fonts, COLUMNS, rows, NONE);
  for (const one of exhibits) {
    if (one.letter !== null) yield* letterPages(fonts, one, one.letter, timeZone);
    if (one.document !== null) yield* documentPages(fonts, one, files.get(one.document.id), timeZone);
  }
}

function nameOf({ document }: Exhibit): string {
  return document === null ? "Signed letter" : document.name;
}

function heading(fonts: Fonts, one: Exhibit, needs: number): Generator<Block> {
  return paragraph(fonts, `Exhibit ${one.number}  ${nameOf(one)}`, STYLE.finding, { tag: "H3", before: 20, needs });
}

function* letterPages(fonts: Fonts, one: Exhibit, letter: SignedLetter, timeZone: string): Generator<Block> {
  yield* heading(fonts, one, 180);
  const { text, signedName, signedAt, signer, disclosure, kind, sourcedCents, donor, amountCents, noRepayment } =
    letter;
  for (const [place, line] of text.split("\n").entries())
    yield* paragraph(fonts, line, STYLE.body, { before: place === 0 ? 6 : 0 });
  const { classification } = one;
  const facts: Pair[] = [
    ["Typed signature", signedName],
    ["Signed by", signer === "donor" ? "The donor, through a link of their own" : "The borrower"],
    ["Signed", localMoment(signedAt, timeZone)],
    ["IP address", letter.address ?? NOT_RECORDED],
    [
      "E-SIGN disclosure accepted",
      disclosure === undefined
        ? NOT_RECORDED
        : `${localMoment(disclosure.acceptedAt, timeZone)}, version ${disclosure.version}, SHA-256 ${disclosure.sha256}`,
    ],
    // A donor shares no bank data.
    ...(signer === "donor" ? [] : [["Version of the consent text", letter.consentVersion ?? NOT_RECORDED] as const]),
    ["Signed as", `${KIND_LABELS[kind]}, ${dollars(sourcedCents)}`],
    ...(donor === null ? [] : [["Donor as stated", donorWords(donor)] as const]),
    ...(amountCents === null ? [] : [["Gift amount as stated", dollars(amountCents)] as const]),
    ...(noRepayment === null ? [] : [["Repayment as stated", noRepayment ? "None expected" : "Not stated"] as const]),
    [
      "Classified by the lender",
      classification === null
        ? "Not classified: as signed"
        : `${KIND_LABELS[classification.kind]}, ${dollars(classification.sourcedCents)}, by ${classification.by}, ${localMoment(classification.at, timeZone)}`,
    ],
    ...(one.isReplaced ? [["Status", "Replaced by a newer letter"] as const] : []),
  ];
  yield* factTable(fonts, facts);
  yield* paragraph(fonts, `SHA-256 of the letter in the JSON file ${one.sha256}`, STYLE.aside, { before: 3 });
}

function donorWords({ name, relationship, address, phone }: NonNullable<SignedLetter["donor"]>): string {
  const parts = [name, relationship, address?.replaceAll("\n", ", "), phone];
  return parts.filter((part) => part !== undefined && part !== "").join(", ") || NOT_RECORDED;
}

/** Left free above a picture for its heading and its facts. */
const ABOVE_PICTURE = 70;

function* documentPages(fonts: Fonts, one: Exhibit, file: ExhibitFile | undefined, timeZone: string): Generator<Block> {
  const { document, number, sender, at, sha256 } = one;
  if (document === null) return;
  const isPrinted = file?.isPicture === true;
  yield* heading(fonts, one, isPrinted ? NEW_PAGE : 60);
  const sent = `Sent by ${sender}, ${localMoment(at, timeZone)}. ${fileSize(document.bytes)}.`;
  yield* paragraph(fonts, sent, STYLE.body, { before: 2 });
  yield* paragraph(fonts, `SHA-256 ${sha256}`, STYLE.aside, { before: 1 });
  if (file === undefined) {
    yield* paragraph(fonts, "It was deleted before this PDF was made.", STYLE.body, { before: 2 });
    return;
  }
  if (isPrinted) {
    yield pictureBlock(document.id, `Exhibit ${number}: ${document.name}`);
    return;
  }
  const name = `Exhibit ${number} ${document.name}`;
  const words = `The file is attached to this PDF, unchanged, as \u201c${name}\u201d. Open it from your viewer's list of attachments.`;
  for (const [place, block] of [...paragraph(fonts, words, STYLE.body, { before: 2 })].entries())
    yield place > 0
      ? block
      : {
          ...block,
          attachment: { file: document.id, name, mediaType: document.mediaType, description: `From ${sender}`, at },
        };
}

function pictureBlock(file: string, alt: string): Block {
  const height = NEW_PAGE - ABOVE_PICTURE;
  return {
    form: "plain",
    height,
    before: 8,
    needs: 0,
    parts: [{ tag: "Figure", marks: [], alt, picture: { file, x: SHEET.left, y: 0, width: TEXT_WIDTH, height } }],
    rules: [],
  };
}
