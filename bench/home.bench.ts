// The home page of the built product for a first-time visitor: when its largest part is painted, compared with the same
// words as a file without scripts; and the scripts it loads before any interaction, compared with a bare React page.
// Chromium runs at a quarter of this machine's speed. The paint is PerformanceObserver's largest-contentful-paint.
import type { Browser, Page } from "playwright-core";
import { withBareReact, withStaticCopy } from "./bare-pages.ts";
import { kilobytes, noteScripts, total, visit, withBrowser } from "./browser.ts";
import { interleave, medians, middleRatio, ratio } from "./harness.ts";
import { CAPTCHA_URL, withSite } from "./site.ts";

const ROUNDS = 7;
const PAINT = { aim: 1.15, floor: 1.5 };
const SCRIPTS = { aim: 0.5, floor: 1 };
/** So long after the page has loaded, whatever it loads by itself has been asked for. */
const QUIET_MS = 1_500;

await withSite((site) =>
  withStaticCopy(site.url, (staticUrl) =>
    withBareReact((reactUrl) =>
      withBrowser(async (browser) => {
        await comparePaint(browser, site.url, staticUrl);
        await compareScripts(browser, site.url, reactUrl);
      }),
    ),
  ),
);

async function comparePaint(browser: Browser, url: string, staticUrl: string): Promise<void> {
  const slices = await interleave(
    { ours: () => look(browser, url), bare: () => look(browser, staticUrl) },
    { rounds: ROUNDS },
  );
  const paint = medians(slices, ({ paintMs }) => paintMs);
  const times = measured(
    middleRatio(slices, ({ paintMs }) => paintMs),
    "home, largest paint",
  );
  const shift = Math.max(...slices.map(({ ours }) => ours.shift));
  const moved = new Set(slices.flatMap(({ ours }) => ours.moved));
  console.log(
    `home, largest paint: ${ratio(slices, ({ paintMs }) => paintMs)} of the static file's; aim ${PAINT.aim}, floor ${PAINT.floor}\n` +
      `  ours ${paint.ours.toFixed(0)} ms, static ${paint.bare.toFixed(0)} ms; medians of ${ROUNDS}\n` +
      `  layout shift ${shift.toFixed(4)} at most; promise 0${[...moved].map((what) => `\n    moved: ${what}`).join("")}`,
  );
  if (times > PAINT.floor || shift > 0) process.exitCode = 1;
}

async function compareScripts(browser: Browser, url: string, reactUrl: string): Promise<void> {
  const ours = await look(browser, url);
  const react = await look(browser, reactUrl);
  const times = measured(total(ours.scripts.values()) / total(react.scripts.values()), "home, scripts");
  console.log(
    `home, scripts before the first move: ${times.toFixed(2)} of bare React's; aim ${SCRIPTS.aim}, floor ${SCRIPTS.floor}\n` +
      `  ours ${kilobytes(total(ours.scripts.values()))}, bare React ${kilobytes(total(react.scripts.values()))}, brotli\n` +
      [...ours.scripts].map(([address, bytes]) => `  ${bytes} B ${new URL(address).pathname}\n`).join("") +
      `  apart from them the provider's bot check: ${ours.captcha ? "asked for" : "not asked for"}, weight not known here`,
  );
  if (times > SCRIPTS.floor) process.exitCode = 1;
}

interface Look {
  readonly paintMs: number;
  /** The sum of all layout shifts. */
  readonly shift: number;
  /** The elements that were shifted, as a selector would name them. */
  readonly moved: readonly string[];
  readonly scripts: ReadonlyMap<string, number>;
  readonly captcha: boolean;
}

/** Opens the page in a fresh profile and leaves the pointer alone. */
function look(browser: Browser, url: string): Promise<Look> {
  return visit(browser, { viewport: { width: 1440, height: 900 } }, async (page) => {
    let captcha = false;
    await page.route(CAPTCHA_URL, (route) => {
      captcha = true;
      return route.fulfill({ contentType: "text/javascript", body: "" });
    });
    const scripts = noteScripts(page, url);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(QUIET_MS);
    const paints = await entriesOf(page, "largest-contentful-paint");
    const shifts = await entriesOf(page, "layout-shift");
    return {
      paintMs: measured(paints.at(-1)?.startTime, `the largest paint of ${url}`),
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap((shift) => shift.moved),
      scripts: await scripts(),
      captcha,
    };
  });
}

/** What could not be measured passes for nothing. */
function measured(figure: number | undefined, what: string): number {
  if (figure === undefined || !Number.isFinite(figure)) throw new Error(`${what} could not be measured`);
  return figure;
}

interface Entry {
  readonly startTime: number;
  /** A layout shift's, as are the elements that it moved. */
  readonly value: number;
  readonly moved: readonly string[];
}

/** As the browser hands them out; its type is not among those of the DOM yet. */
type Noted = PerformanceEntry & { value?: number; sources?: readonly { node: Element | null }[] };

/** What the browser noted since the page began. */
function entriesOf(page: Page, type: string): Promise<Entry[]> {
  return page.evaluate(
    (asked) =>
      new Promise((resolve) => {
        const toEntry = ({ startTime, value = 0, sources = [] }: Noted) => {
          return { startTime, value, moved: sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ""}`) };
        };
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map(toEntry)));
        observer.observe({ type: asked, buffered: true });
        setTimeout(() => resolve([]), 500); // there is none
      }),
    type,
  );
}
