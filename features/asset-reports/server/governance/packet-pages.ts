import type { GovernancePacket, RulesEdition } from "#features/asset-reports/contract.ts";
import {
  HUMAN_ACTION_LABELS,
  humanRoleLabel,
  overlayProgram,
  overlaySpan,
  PACKET_TITLE,
  TWIN_LANGUAGES,
} from "#features/asset-reports/labels.ts";
import { overlayLines } from "#features/underwriting/labels.ts";
import { findingLabel, limitText } from "#features/underwriting/rules/overlay-texts.ts";
import { shortHash } from "#features/underwriting/rules/editions.ts";
import { overlayLabel } from "#features/underwriting/rules/overlay-names.ts";
import { longDay } from "#platform/dates/days.ts";
import { localMoment } from "#platform/dates/zones.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, type Page, paginate } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { factGrid, listItem, paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import { writePages } from "#platform/server/document/write-pages.ts";
import { formatMoney, formatNumber } from "#platform/money/money.ts";
import { formatCount } from "#platform/text/text.ts";
import { factTable, type Pair, table } from "../document/schema.ts";

/** The packet as a PDF, tagged as a report is. The same packet gives the same bytes. */
export function writePacket(packet: GovernancePacket, verifyUrl: string): AsyncGenerator<Buffer> {
  const { product, lender, edition, madeAt } = packet;
  return writePages({
    title: `${PACKET_TITLE} for ${lender}`,
    author: product,
    creator: product,
    createdAt: madeAt,
    pages: (fonts) => planPages(fonts, packet, verifyUrl),
    furniture: {
      from: product,
      title: `${PACKET_TITLE} for ${lender}`,
      foot: [`${periodWords(packet)}, rules of ${edition.ruleSetVersion}`, `Made ${localMoment(madeAt, "UTC")}`],
    },
  });
}

function planPages(fonts: Fonts, packet: GovernancePacket, verifyUrl: string): Generator<Page> {
  return paginate(blocksOf(fonts, packet, verifyUrl));
}

function periodWords({ period }: GovernancePacket): string {
  return `${longDay(period.from)} to ${longDay(period.to)}`;
}

function editionWords({ ruleSetVersion, hash }: RulesEdition): string {
  return `${ruleSetVersion}, ${shortHash(hash)}`;
}

function* blocksOf(fonts: Fonts, packet: GovernancePacket, verifyUrl: string): Generator<Block> {
  const { product, lender, edition, testReport, rules, twins } = packet;
  yield* paragraph(fonts, PACKET_TITLE, STYLE.title, { tag: "H1", before: 18 });
  yield* paragraph(fonts, lender, STYLE.name, { before: 2 });
  yield* paragraph(
    fonts,
    `What ${product} automates for this lender, by which rules, how they are tested, and what people decided. For the lender's vendor file under Fannie Mae LL-2026-04 and Freddie Mac Guide 1302.8.`,
    STYLE.body,
    { before: 8 },
  );
  yield* factGrid(
    fonts,
    [
      ["Period (UTC)", periodWords(packet)],
      ["Edition of the rules", editionWords(edition)],
      ["Tests passed", `${formatNumber(testReport.passed)} of ${formatNumber(testReport.tests)}`],
      ["Twins with the same answer", `${formatNumber(twins.same)} of ${formatNumber(twins.count)}`],
    ],
    { before: 14 },
  );
  yield* listOf(fonts, "What is automated", packet.automated);
  yield* listOf(fonts, "What is not automated", packet.notAutomated);
  yield section(fonts, "Models", { needs: 40, strong: true });
  yield* paragraph(fonts, packet.models, STYLE.strong, { before: 6 });
  yield* humanActions(fonts, packet);
  yield* overlays(fonts, packet);
  yield* changes(fonts, packet);
  yield* testing(fonts, packet);
  yield section(fonts, "Rules", { remark: formatCount(rules.length, "rule"), needs: 60, strong: true });
  for (const rule of rules) yield* ruleBlocks(fonts, rule);
  yield* listOf(fonts, "How to reproduce an answer", packet.reproduce);
  yield section(fonts, "Verify this document", { needs: 40, strong: true });
  yield* paragraph(
    fonts,
    `This file carries an Ed25519 signature. Open the address below and choose the file. The page says whether ${product} made it for ${lender} and whether it has been changed. Your file isn't uploaded.`,
    STYLE.body,
    { before: 6 },
  );
  yield* paragraph(fonts, verifyUrl, STYLE.strong, { before: 2, link: verifyUrl });
}

function* listOf(fonts: Fonts, label: string, items: readonly string[]): Generator<Block> {
  yield section(fonts, label, { needs: 40, strong: true });
  for (const [at, text] of items.entries()) yield* listItem(fonts, `${at + 1}.`, text, { before: at === 0 ? 6 : 2 });
}

const ACTION_COLUMNS: readonly Column[] = [
  { label: "What a person did", width: remainingWidth(130, 60) },
  { label: "Role today", width: 130 },
  { label: "Count", width: 60, figures: true },
];

function* humanActions(fonts: Fonts, packet: GovernancePacket): Generator<Block> {
  yield section(fonts, "Decisions by people", { remark: periodWords(packet), needs: 60, strong: true });
  const rows = packet.humanActions.map(({ action, role, count }) => [
    HUMAN_ACTION_LABELS[action],
    humanRoleLabel(role),
    formatNumber(count),
  ]);
  yield* table(fonts, ACTION_COLUMNS, rows, "No one waived, confirmed, accepted or rejected anything in this period.", {
    before: 6,
  });
}

function* overlays(fonts: Fonts, packet: GovernancePacket): Generator<Block> {
  yield section(fonts, "Overlays in force", { remark: periodWords(packet), needs: 60, strong: true });
  if (packet.overlays.length === 0)
    yield* paragraph(fonts, "No overlay of the lender was in force. The rules below applied as they are.", STYLE.body, {
      before: 6,
    });
  for (const overlay of packet.overlays) {
    const { programName, proposedBy, approvedBy, approvedAt, settings } = overlay;
    yield section(fonts, overlayLabel({ ...overlay, version: overlay.number }), { needs: 60 });
    yield* factTable(fonts, [
      ["In force", overlaySpan(overlay)],
      ["Program", overlayProgram(programName)],
      ["Proposed by", proposedBy],
      ["Approved by", `${approvedBy}, ${localMoment(approvedAt, "UTC")}`],
      ...overlayLines(settings, { findingLabel, limitText }).map(({ label, text }): Pair => [label, text]),
    ]);
  }
}

function* changes(fonts: Fonts, packet: GovernancePacket): Generator<Block> {
  yield section(fonts, "Changes of the rules", { remark: "Newest edition first", needs: 60, strong: true });
  const rows = packet.changes.map(({ edition, effectiveFrom, text }): Pair => [
    editionWords(edition),
    `From ${longDay(effectiveFrom)}. ${text}`,
  ]);
  yield* factTable(fonts, rows);
}

const TWIN_COLUMNS: readonly Column[] = [
  { label: "Twins with another answer, and why", width: remainingWidth(60) },
  { label: "Twins", width: 60, figures: true },
];
const LANGUAGE_COLUMNS: readonly Column[] = [
  { label: "Names", width: remainingWidth(90, 90) },
  { label: "Twins", width: 90, figures: true },
  { label: "Same answer", width: 90, figures: true },
];

function* testing(fonts: Fonts, { testReport, twins }: GovernancePacket): Generator<Block> {
  yield section(fonts, "Tests", { remark: `Run on ${longDay(testReport.madeOn)}`, needs: 60, strong: true });
  yield* paragraph(
    fonts,
    `${formatNumber(testReport.passed)} of ${formatNumber(testReport.tests)} tests of the rules in ${formatCount(testReport.files, "file")} passed. A rule without a source, an owner or a test prevents this document.`,
    STYLE.body,
    { before: 6 },
  );
  yield section(fonts, "Twin test", { needs: 60 });
  yield* paragraph(
    fonts,
    `${formatCount(twins.count, "file")} were compared with twins: the same money and terms, with other names, addresses and banks, and the data in another order. ${formatNumber(twins.same)} had the same answer. The others have one of these reasons.`,
    STYLE.body,
    { before: 6 },
  );
  yield* table(
    fonts,
    TWIN_COLUMNS,
    twins.reasons.map(({ text, count }) => [text, formatNumber(count)]),
    "No twin had another answer.",
    { before: 6 },
  );
  yield* table(
    fonts,
    LANGUAGE_COLUMNS,
    twins.languages.map(({ language, count, same }) => [
      TWIN_LANGUAGES[language] ?? language,
      formatNumber(count),
      formatNumber(same),
    ]),
    "",
    { before: 10 },
  );
}

function* ruleBlocks(fonts: Fonts, rule: GovernancePacket["rules"][number]): Generator<Block> {
  yield section(fonts, `${rule.id} ${rule.title}`, { remark: rule.owner, needs: 60 });
  yield* paragraph(fonts, rule.checks, STYLE.body, { before: 6 });
  const parameters = Object.entries(rule.parameters).map(([name, value]) => parameterText(name, value));
  yield* factTable(fonts, [
    ...rule.programs.map(({ program, text }): Pair => [program, text]),
    ["What clears it", rule.clears],
    ["Parameters", parameters.length === 0 ? "None" : parameters.join("; ")],
    ...rule.sources.map(({ programs, citation, date, read }): Pair => [
      `Source, ${programs.join(", ")}`,
      `${citation}, ${date === "date not verified" ? date : `text of ${date}`}. ${read}.`,
    ]),
    ["In effect here from", longDay(rule.effectiveFrom)],
    ["Tests", `${rule.tests.passed} of ${rule.tests.count} passed in ${formatCount(rule.tests.files.length, "file")}`],
  ]);
}

/** `income percent 50`, `held above $1.00`, `principal up to 4 percent 2, up to 6 percent 4`. */
function parameterText(name: string, value: unknown): string {
  const words = name
    .replace(/Cents$/, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\d+/g, " $&");
  return `${words} ${valueText(value, name.endsWith("Cents"))}`;
}

function valueText(value: unknown, isMoney: boolean): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one, isMoney)).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => parameterText(name, inner))
      .join(" ");
  return isMoney ? formatMoney(Number(value)) : String(value);
}
