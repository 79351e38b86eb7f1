import { writePages } from "#kit/server/document/write-pages.ts";
import type { DocumentInput } from "./document-input.ts";
import { pageLines, titleOf } from "./page-lines.ts";
import { planPages } from "./plan.ts";

/**
 * The asset report as a PDF: Letter, tagged, fonts embedded; the same input gives the same bytes. One chunk a page,
 * made when the reader asks for it, and the event loop runs between pages; abandoning the iteration abandons the work.
 * Any text is taken: what the font cannot show becomes a box. Throws a RangeError for an unknown time zone.
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
