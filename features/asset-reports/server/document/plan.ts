import { accountPages } from "./account-pages.ts";
import { cover } from "./cover.ts";
import type { DocumentInput } from "./document-input.ts";
import type { Faces } from "./faces.ts";
import { type Block, type Page, paginate } from "./sheet.ts";

/**
 * The pages of the document, set but not drawn, made one by one. Pure: the same input gives the same pages, so the
 * document is planned twice, once to count its pages and once to draw them, and never held as a whole.
 */
export function planPages(faces: Faces, input: DocumentInput): Generator<Page> {
  return paginate(blocksOf(faces, input));
}

function* blocksOf(faces: Faces, input: DocumentInput): Generator<Block> {
  yield* cover(faces, input);
  for (const item of input.reading.items)
    for (const account of item.accounts) yield* accountPages(faces, item, account, input.cover.timeZone);
}
