import { localMoment } from "#platform/dates/zones.ts";
import { formatList } from "#platform/text/text.ts";
import { writePages, type PageChrome } from "#platform/server/document/write-pages.ts";
import { sourceHashLabel } from "#features/asset-reports/labels.ts";
import type { DocumentInput } from "./schema.ts";
import { NOT_RECORDED } from "./document-labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, LETTERHEAD_TOP, type Page, paginate } from "#platform/server/document/sheet.ts";
import { accountPages } from "./account-pages.ts";
import { accountsTable } from "./accounts-table.ts";
import { LOGO } from "./letterhead.ts";
import { conditionsPages } from "./conditions-pages.ts";
import { cover } from "./cover.ts";
import { depositsPages } from "./deposits-pages.ts";
import { indexOf } from "./document-index.ts";
import { earnestAndGifts } from "./earnest-and-gifts.ts";
import { exhibitPages } from "./exhibit-pages.ts";
import { evidencePages } from "./evidence-pages.ts";
import { findingsPages } from "./findings-pages.ts";
import { fundsPages } from "./funds-pages.ts";
import { loanPages } from "./loan-pages.ts";
import { recurringPages } from "./recurring-pages.ts";
import { vodPage } from "./vod-page.ts";

/**
 * The asset report as a PDF: Letter, tagged, fonts embedded; the same input gives the same bytes. Each page is one
 * chunk, generated when the reader asks for it, and the event loop runs between pages. Ending the iteration ends the
 * work. Accepts any text: characters that the font cannot show are named by their code points. Throws a RangeError for
 * an unknown time zone.
 */
export function writeDocument(input: DocumentInput): AsyncGenerator<Buffer> {
  return writePages({
    title: titleOf(input.evaluation),
    author: input.evaluation.printed.lender,
    creator: input.product.name,
    createdAt: input.evaluation.evaluatedAt,
    pages: (fonts) => planPages(fonts, input),
    furniture: pageLines(input),
    files: new Map([
      ...[...input.files].map(([id, { read }]) => [id, read] as const),
      ...(input.logo ? [[LOGO, input.logo] as const] : []),
    ]),
  });
}

/** The header and footer of every page. */
function pageLines({ report, parsedReport, evaluation }: DocumentInput): PageChrome {
  const { printed, evaluatedAt, number } = evaluation;
  return {
    from: printed.lender,
    hasLetterhead: true,
    title: [
      `Asset report for ${formatList(printed.fullNames)}`,
      printed.loanNumber === null ? "" : `loan ${printed.loanNumber}`,
    ]
      .filter((part) => part !== "")
      .join(", "),
    foot: [
      `Report ${report.id}, evaluation ${number} of ${localMoment(evaluatedAt, printed.timeZone)}`,
      `${sourceHashLabel(parsedReport)} ${report.providerJsonSha256 ?? NOT_RECORDED.toLowerCase()}`,
    ],
  };
}

function titleOf({ printed }: Pick<DocumentInput["evaluation"], "printed">): string {
  return `Asset report for ${printed.fullNames[0] ?? ""}`;
}

/**
 * Generates the laid-out pages of the document one by one, without drawing them. Pure: the same input gives the same
 * pages. So the document is planned twice, once to count its pages and once to draw them, and is never in memory as a
 * whole.
 */
export function planPages(fonts: Fonts, input: DocumentInput): Generator<Page> {
  return paginate(blocksOf(fonts, input), LETTERHEAD_TOP);
}

/** First the answer, then what it depends on, then every line of the bank, then what was signed and sent. */
function* blocksOf(fonts: Fonts, input: DocumentInput): Generator<Block> {
  const index = indexOf(input);
  yield* cover(fonts, input);
  yield* fundsPages(fonts, input, index);
  yield* loanPages(fonts, input, index);
  yield* accountsTable(fonts, input, index);
  yield* earnestAndGifts(fonts, input, index);
  yield* depositsPages(fonts, input, index);
  yield* recurringPages(fonts, input, index);
  yield* findingsPages(fonts, input, index);
  yield* conditionsPages(fonts, input, index);
  yield* evidencePages(fonts, input, index);
  yield* vodPage(fonts, input, index);
  for (const account of index.accounts) yield* accountPages(fonts, account, input, index);
  yield* exhibitPages(fonts, input);
}
