import type { DocumentInput } from "./document-input.ts";
import { furnitureOf } from "./furniture.ts";
import { planPages } from "./plan.ts";
import { writePages } from "#kit/server/document/write-pages.ts";

/**
 * The asset report as a PDF: Letter, tagged, fonts embedded; the same input gives the same bytes. One chunk a page,
 * made when the reader asks for it, and the event loop runs between pages; abandoning the iteration abandons the work.
 * Any text is taken: what the face cannot show becomes a box. Throws a RangeError for a time zone that does not exist.
 */
export function writeDocument(input: DocumentInput): AsyncGenerator<Buffer> {
  const { productName, organizationName, borrowerName } = input.cover;
  return writePages({
    title: `Asset report for ${borrowerName}`,
    author: organizationName,
    creator: productName,
    createdAt: input.set.judgedAt,
    pages: (faces) => planPages(faces, input),
    furniture: furnitureOf(input.cover, input.set),
  });
}
