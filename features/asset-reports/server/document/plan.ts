import { accountPages } from "./account-pages.ts";
import { accountsTable } from "./accounts-table.ts";
import { cover } from "./cover.ts";
import type { DocumentInput } from "./document-input.ts";
import { evidenceTable } from "./evidence-table.ts";
import { findingsPages } from "./findings-pages.ts";
import { fundsTable } from "./funds-table.ts";
import { readFacts } from "./report-facts.ts";
import { vodPage } from "./vod-page.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { type Block, type Page, paginate } from "#kit/server/document/sheet.ts";

/**
 * The pages of the document, set but not drawn, made one by one. Pure: the same input gives the same pages, so the
 * document is planned twice, once to count its pages and once to draw them, and never held as a whole.
 */
export function planPages(faces: Faces, input: DocumentInput): Generator<Page> {
  return paginate(blocksOf(faces, input));
}

/** First the answer, then what it rests on, then every line of the bank. */
function* blocksOf(faces: Faces, input: DocumentInput): Generator<Block> {
  const facts = readFacts(input);
  yield* cover(faces, input);
  yield* fundsTable(faces, input.set);
  yield* accountsTable(faces, input, facts);
  yield* findingsPages(faces, input);
  yield* evidenceTable(faces, input);
  yield* vodPage(faces, input, facts);
  for (const item of input.report.items)
    for (const account of item.accounts) yield* accountPages(faces, item, account, facts, input.cover.timeZone);
}
