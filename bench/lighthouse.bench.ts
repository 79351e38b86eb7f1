// Lighthouse scores of every public page of the built product, as on a phone: performance, accessibility, best
// practices, SEO. Lighthouse is not a dependency of the project: it is installed on demand, and without a network
// nothing is measured. The provider's bot check is blocked, because its address does not answer here.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { provideChromium } from "../tools/chromium.ts";
import { plainEnv } from "../tools/settings.ts";
import { CHROMIUM_FLAGS } from "./browser.ts";
import { providePeer } from "./bare-pages.ts";
import { CAPTCHA_URL, readRoutes, withSite } from "./site.ts";

const VERSION = "13.5.0";
const AIM = 100;
const FLOORS = { performance: 90, accessibility: 95, "best-practices": 95, seo: 95 } as const;
const ATTEMPTS = 3;
const PRESETS = ["mobile", "desktop"] as const;

type Category = keyof typeof FLOORS;
const CATEGORIES = Object.keys(FLOORS) as Category[];

interface Report {
  readonly runtimeError?: unknown;
  readonly categories: Readonly<
    Record<Category, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
}

const lighthouse = providePeer("lighthouse", VERSION);
const chromium = provideChromium();
if (lighthouse === null)
  console.log("lighthouse: not measured; it could not be installed, which needs the package registry");
else if ("missing" in chromium) console.log(`lighthouse: not measured; ${chromium.missing}`);
else
  await withSite(async ({ url }) => {
    const routes = (await readRoutes(() => "any")).filter(({ access }) => access === "public");
    console.log(
      `lighthouse ${VERSION}: ${CATEGORIES.join(", ")}; aim ${AIM} each, floor ${Object.values(FLOORS).join(", ")}`,
    );
    for (const preset of PRESETS)
      for (const { address } of routes) {
        const report = await best(() => judge(lighthouse, chromium.path, url + address, preset));
        const scores = CATEGORIES.map((category) => (report === null ? 0 : scoreOf(report, category)));
        const words =
          report === null ? "\n                    not judged: no attempt came to an end" : failedAudits(report);
        console.log(`  ${scores.map((score) => String(score).padStart(3)).join(" ")}  ${preset} ${address}${words}`);
        if (CATEGORIES.some((category, at) => (scores[at] ?? 0) < FLOORS[category])) process.exitCode = 1;
      }
  });

/** Of several: what runs beside it can only take away. `null` when none came to an end. */
async function best(attempt: () => Promise<Report | null>): Promise<Report | null> {
  let stored: Report | null = null;
  for (let tries = 0; tries < ATTEMPTS && (stored === null || scoreOf(stored, "performance") < AIM); tries++) {
    const next = await attempt();
    if (next !== null && (stored === null || scoreOf(next, "performance") > scoreOf(stored, "performance")))
      stored = next;
  }
  return stored;
}

/** `null` where Lighthouse lost its way, as it says of itself on a busy machine. */
async function judge(
  program: string,
  browser: string,
  url: string,
  preset: (typeof PRESETS)[number],
): Promise<Report | null> {
  const args = [
    path.join(program, "cli/index.js"),
    url,
    "--quiet",
    "--output=json",
    `--only-categories=${CATEGORIES.join(",")}`,
    `--blocked-url-patterns=${CAPTCHA_URL}`,
    `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(" ")}`,
    ...(preset === "desktop" ? ["--preset=desktop"] : []),
  ];
  const env = { ...plainEnv(), CHROME_PATH: browser };
  const options = { env, maxBuffer: 100_000_000, timeout: 120_000 };
  const report = await promisify(execFile)(process.execPath, args, options).then(
    ({ stdout }) => JSON.parse(stdout) as Report,
    () => null,
  );
  return report?.runtimeError ? null : report;
}

/** Out of a hundred. A page that asks not to be indexed is not blamed for it. */
function scoreOf({ categories, audits }: Report, category: Category): number {
  const { score, auditRefs } = categories[category];
  if (category !== "seo") return Math.round((score ?? 0) * 100);
  const counted = auditRefs.filter(
    ({ id, weight }) => weight > 0 && id !== "is-crawlable" && audits[id]?.score != null,
  );
  const sum = counted.reduce((total, { weight }) => total + weight, 0);
  return Math.round(
    (counted.reduce((total, { id, weight }) => total + weight * (audits[id]?.score ?? 0), 0) / sum) * 100,
  );
}

/** The audits that cost points, in Lighthouse's words. */
function failedAudits({ categories, audits }: Report): string {
  const weighed = CATEGORIES.flatMap((category) => categories[category].auditRefs.filter(({ weight }) => weight > 0));
  const failed = weighed.filter(({ id }) => id !== "is-crawlable" && (audits[id]?.score ?? 1) < 0.9);
  return failed.map(({ id }) => `\n                    ${id}: ${audits[id]?.title ?? ""}`).join("");
}
