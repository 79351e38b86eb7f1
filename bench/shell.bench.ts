// The scripts that a signed-in user has loaded before any page of their own, compared with a bare React page; and what
// each page adds. The shell is what every page of the account area loads. A page adds what it loads besides the shell
// when it is opened first, so that no page profits from an earlier one. Only bytes are measured, so the CPU is not
// slowed down.
import type { Browser, Route as PlaywrightRoute } from "playwright-core";
import type { WebConfig } from "../platform/contract/web-config.ts";
import { withBareReact } from "./bare-pages.ts";
import { kilobytes, noteScripts, type Scripts, total, visit, withBrowser } from "./browser.ts";
import { CAPTCHA_URL, readRoutes, type Route, type Site, withSite } from "./site.ts";

const SHELL_LIMIT = 2;
const PAGE_BYTES = { aim: 15_000, floor: 30_000 };
const SHOWN = 5;
/** Scripts whose address is a setting, as the card provider's is: loaded on demand and listed separately. */
const ON_DEMAND = ["/assets/markdown-editor.js", "/assets/markdown-renderer.js"];

await withSite((site) =>
  withBareReact((reactUrl) =>
    withBrowser(async (browser) => {
      const react = await visit(browser, { slowdown: 1 }, async (page) => {
        const scripts = noteScripts(page, reactUrl);
        await page.goto(reactUrl, { waitUntil: "networkidle" });
        return scripts();
      });
      await measure(browser, site, total(react.values()));
    }),
  ),
);

interface Loaded {
  readonly route: Route;
  readonly scripts: Scripts;
}

async function measure(browser: Browser, site: Site, reactBytes: number): Promise<void> {
  const token = await site.logIn();
  const routes = await readRoutes(await site.readIds(token));
  const loaded: Loaded[] = [];
  for (const route of routes) loaded.push({ route, scripts: await open(browser, site.url, route, token) });

  const shell = common(loaded.filter(({ route }) => route.layout === "account"));
  const shellBytes = total(shell.values());
  const times = shellBytes / reactBytes;
  console.log(
    `shell, logged in: ${times.toFixed(2)} of bare React's scripts; aim ${SHELL_LIMIT.toFixed(1)} or less\n` +
      `  ours ${kilobytes(shellBytes)} in ${shell.size} files, bare React ${kilobytes(reactBytes)}, brotli; the largest:\n` +
      largest([...shell].map(([url, bytes]) => ({ name: new URL(url).pathname, bytes }))),
  );
  const added = loaded.map(({ route, scripts }) => {
    const further = [...scripts].filter(([url]) => !shell.has(url));
    const onDemand = total(further.flatMap(([url, bytes]) => (isOnDemand(url) ? [bytes] : [])));
    const name = onDemand > 0 ? `${route.path} (and ${kilobytes(onDemand)} on demand)` : route.path;
    return { name, bytes: total(further.map(([, bytes]) => bytes)) - onDemand };
  });
  const over = added.filter(({ bytes }) => bytes > PAGE_BYTES.floor);
  const within = added.filter(({ bytes }) => bytes <= PAGE_BYTES.aim);
  console.log(
    `shell, each further page: ${within.length} of ${added.length} add ${kilobytes(PAGE_BYTES.aim)} or less (aim: all), ` +
      `${over.length} more than ${kilobytes(PAGE_BYTES.floor)} (floor: none); the largest:\n${largest(added)}`,
  );
  if (times > SHELL_LIMIT || over.length > 0) process.exitCode = 1;
}

function isOnDemand(url: string): boolean {
  return ON_DEMAND.includes(new URL(url).pathname);
}

/** Opens a page in a fresh profile, logged in where it is private, and touches it as a visitor does. */
function open(browser: Browser, url: string, { access, address }: Route, token: string): Promise<Scripts> {
  const localStorage = access === "private" ? [{ name: "token", value: token }] : [];
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  return visit(browser, { slowdown: 1, storageState }, async (page) => {
    await page.route("**/assets/config.json", inProduction);
    await page.route(CAPTCHA_URL, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    const scripts = noteScripts(page, url);
    await page.goto(url + address);
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const reached = new URL(page.url()).pathname;
    if (reached !== address) console.log(`  ${address} led to ${reached}, both are counted`);
    return scripts();
  });
}

/** Only outside of production a page opens the support console, with what support uses there. */
async function inProduction(route: PlaywrightRoute): Promise<void> {
  const response = await route.fetch();
  const config = (await response.json()) as WebConfig;
  await route.fulfill({ response, json: { ...config, environment: "prod" } satisfies WebConfig });
}

/** What is in all of them. */
function common(loaded: readonly Loaded[]): Scripts {
  const [first, ...others] = loaded;
  const shared = [...(first?.scripts ?? [])].filter(([url]) => others.every(({ scripts }) => scripts.has(url)));
  return new Map(shared);
}

function largest(weights: readonly { name: string; bytes: number }[]): string {
  const heaviest = weights.toSorted((one, other) => other.bytes - one.bytes).slice(0, SHOWN);
  return heaviest.map(({ name, bytes }) => `  ${kilobytes(bytes).padStart(9)} ${name}`).join("\n");
}
