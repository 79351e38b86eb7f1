// Counts every JavaScript file of the page's own origin, compressed with brotli at one quality whatever the server
// sent. HTML, styles, fonts and data are not counted.
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";

/** The quality that the build compresses with. */
const QUALITY = 10;

/** Address to compressed bytes. */
export type Scripts = ReadonlyMap<string, number>;

const weights = new Map<string, number>(); // a built file never changes under its name

/** Begins to note what the page asks for; the answer is what came so far. */
export function noteScripts(page: Page, origin: string): () => Promise<Scripts> {
  const found = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const url = new URL(response.url());
    if (url.origin !== origin || !url.pathname.endsWith(".js")) return;
    const known = weights.get(url.href);
    found.set(
      url.href,
      known === undefined ? response.body().then((body) => weigh(url.href, body)) : Promise.resolve(known),
    );
  });
  return async () => new Map(await Promise.all([...found].map(async ([url, weight]) => [url, await weight] as const)));
}

function weigh(url: string, body: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const bytes = brotliCompressSync(body, { params }).length;
  weights.set(url, bytes);
  return bytes;
}

export function total(scripts: Iterable<number>): number {
  return [...scripts].reduce((sum, bytes) => sum + bytes, 0);
}

/** "12.3 kB", of a thousand bytes each. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
