import { localMoment } from "#platform/dates/zones.ts";
import type { PageChrome } from "#platform/server/document/page-header-footer.ts";
import { writePages } from "#platform/server/document/write-pages.ts";
import type { DocumentInput } from "./document-input.ts";
import { NOT_RECORDED } from "./document-labels.ts";
import { planPages } from "./plan.ts";

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
  });
}

/** The header and footer of every page. */
function pageLines({ product, report, evaluation }: DocumentInput): PageChrome {
  const { printed, evaluatedAt, number } = evaluation;
  return {
    productName: product.name,
    title: titleOf(evaluation),
    foot: [
      `Report ${report.id}, evaluation ${number} of ${localMoment(evaluatedAt, printed.timeZone)}`,
      `SHA-256 of the provider's JSON ${report.providerJsonSha256 ?? NOT_RECORDED.toLowerCase()}`,
    ],
  };
}

function titleOf({ printed }: Pick<DocumentInput["evaluation"], "printed">): string {
  return `Asset report for ${printed.fullNames[0] ?? ""}`;
}
