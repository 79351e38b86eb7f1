// The browser of the benchmarks: the Chromium of the end-to-end tests, with a CPU slowed down to a phone's.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { provideChromium } from "../tools/chromium.ts";
import { brotliCompressSync, constants } from "node:zlib";

/** How many times slower than this machine: a phone of the middle class. */
export const SLOWDOWN = 4;

/** As root Chromium refuses its own sandbox; a small /dev/shm would make it crash. */
export const CHROMIUM_FLAGS = [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"];

/** Runs `work` with a Chromium of its own. @throws where there is none and none may be installed */
export async function withBrowser<Result>(
  work: (browser: Browser) => Promise<Result>,
  flags: readonly string[] = [],
): Promise<Result> {
  const found = provideChromium();
  if ("missing" in found) throw new Error(found.missing);
  const browser = await chromium.launch({ executablePath: found.path, args: [...CHROMIUM_FLAGS, ...flags] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

interface Visit extends BrowserContextOptions {
  /** 1 leaves the processor as it is. */
  readonly slowdown?: number;
}

/** Runs `work` on an empty page of a fresh profile: nothing is cached, and the user is signed out. */
export async function visit<Result>(
  browser: Browser,
  { slowdown = SLOWDOWN, ...options }: Visit,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  try {
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await work(page);
  } finally {
    await context.close();
  }
}

// Counts every JavaScript file of the page's own origin, compressed with brotli at one quality whatever the server
// sent. HTML, styles, fonts and data are not counted.

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
