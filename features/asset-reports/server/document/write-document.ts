import { localMoment } from "#kit/server/document/dates.ts";
import type { Furniture } from "#kit/server/document/sheet-furniture.ts";
import { writePages } from "#kit/server/document/write-pages.ts";
import type { DocumentInput } from "./document-input.ts";
import { NOT_RECORDED } from "./document-labels.ts";
import { planPages } from "./plan.ts";

/**
 * The asset report as a PDF: Letter, tagged, fonts embedded; the same input gives the same bytes. One chunk a page,
 * made when the reader asks for it, and the event loop runs between pages; abandoning the iteration abandons the work.
 * Any text is taken: what the font cannot show is named by its code points. Throws a RangeError for an unknown time zone.
 */
export function writeDocument(input: DocumentInput): AsyncGenerator<Buffer> {
  return writePages({
    title: titleOf(input.evaluation),
    author: input.evaluation.printed.lender,
    creator: input.product.name,
    createdAt: input.evaluation.evaluatedAt,
    pages: (faces) => planPages(faces, input),
    furniture: pageLines(input),
  });
}

/** The header and footer of every page. */
function pageLines({ product, report, evaluation }: DocumentInput): Furniture {
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
