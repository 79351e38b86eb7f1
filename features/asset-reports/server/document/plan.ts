import type { Faces } from "#kit/server/document/faces.ts";
import { type Block, type Page, paginate } from "#kit/server/document/sheet.ts";
import { accountPages } from "./account-pages.ts";
import { accountsTable } from "./accounts-table.ts";
import { conditionsPages } from "./conditions-pages.ts";
import { cover } from "./cover.ts";
import { depositsPages } from "./deposits-pages.ts";
import { indexOf } from "./document-index.ts";
import type { DocumentInput } from "./document-input.ts";
import { earnestAndGifts } from "./earnest-and-gifts.ts";
import { evidencePages } from "./evidence-pages.ts";
import { findingsPages } from "./findings-pages.ts";
import { fundsPages } from "./funds-pages.ts";
import { loanPages } from "./loan-pages.ts";
import { recurringPages } from "./recurring-pages.ts";
import { vodPage } from "./vod-page.ts";

/**
 * The pages of the document, set but not drawn, made one by one. Pure: the same input gives the same pages, so the
 * document is planned twice, once to count its pages and once to draw them, and never held as a whole.
 */
export function planPages(faces: Faces, input: DocumentInput): Generator<Page> {
  return paginate(blocksOf(faces, input));
}

/** First the answer, then what it depends on, then every line of the bank. */
function* blocksOf(faces: Faces, input: DocumentInput): Generator<Block> {
  const index = indexOf(input);
  yield* cover(faces, input);
  yield* fundsPages(faces, input, index);
  yield* loanPages(faces, input, index);
  yield* accountsTable(faces, input, index);
  yield* earnestAndGifts(faces, input, index);
  yield* depositsPages(faces, input, index);
  yield* recurringPages(faces, input, index);
  yield* findingsPages(faces, input, index);
  yield* conditionsPages(faces, input, index);
  yield* evidencePages(faces, input, index);
  yield* vodPage(faces, input, index);
  for (const account of index.accounts) yield* accountPages(faces, account, input, index);
}
