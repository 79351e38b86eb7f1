// The browser of the benchmarks: the Chromium of the end-to-end tests, with a CPU slowed down to a phone's.
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { provideChromium } from "../tools/chromium.ts";

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
