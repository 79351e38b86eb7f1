import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { testApart as test } from "../fixtures.ts";
import { type ScriptName, scriptsAt } from "../../app/page-scripts.ts";
import type { WebConfig } from "../../platform/contract/web-config.ts";
import { apiBorrower, apiPerson, authorizedBorrower, type Client } from "../api.ts";
import { openBankDialog } from "../borrower-pages.ts";
import { logIn } from "../login.ts";
import { openSitePage, PORTAL_PAGES, privatePages, PUBLIC_PAGES, type SitePage } from "../site-pages.ts";
import type { Stand } from "../stand.ts";
import type { Visitors } from "../visitors.ts";

// A separate running product, because this file reads its log.
let stand: Stand;
let officer: Client;
let config: WebConfig;
let foreign: string;

/** A foreign site: a script, and a page that shows ours in a frame. */
const stranger = createServer((request, reply) => {
  if (request.url === "/x.js") return void reply.setHeader("content-type", "text/javascript").end("window.ran = true");
  reply
    .setHeader("content-type", "text/html")
    .end(`<h1>Win a prize</h1><iframe src="${stand.url}/auth/login"></iframe>`);
});

test.beforeAll(async ({ stand: own }) => {
  stand = own;
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  foreign = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  officer = await apiPerson("registered@example.com", stand);
  config = (await (await fetch(`${stand.url}/assets/config.json`)).json()) as WebConfig;
});
test.afterAll(() => void stranger.close());

/** The configured scripts that a page asks for, by name; any other one from elsewhere by its address. */
function watchScripts(page: Page): Set<string> {
  const names = new Map(
    Object.entries(config.scripts).map(([name, url]) => [new URL(url, stand.url).href.split("?", 1)[0], name]),
  );
  const asked = new Set<string>();
  page.on("request", (request) => {
    // What runs in a provider's own frame is the provider's, under its own origin.
    if (request.resourceType() !== "script" || request.frame() !== page.mainFrame()) return;
    const address = request.url().split("?", 1)[0]!; // a split text has a first part
    const name = names.get(address);
    if (name !== undefined) asked.add(name);
    else if (!/^\/(assets\/[^/]+|theme)\.js$/.test(address.replace(stand.url, ""))) asked.add(address);
  });
  return asked;
}

async function everyPage(visitors: Visitors): Promise<{ page: Page; pages: readonly SitePage[] }[]> {
  const known = await visitors.arrive();
  await logIn(known, "registered@example.com");
  return [
    { page: await visitors.arrive(), pages: [...PUBLIC_PAGES, ...PORTAL_PAGES] },
    { page: known, pages: await privatePages(officer) },
  ];
}

test.describe("scripts", () => {
  test("each page loads only the bot check and its own scripts", async ({ visitors }) => {
    for (const { page, pages } of await everyPage(visitors)) {
      for (const one of pages) {
        const asked = watchScripts(page);
        await openSitePage(page, one);
        await expect
          .poll(() => [...asked], { message: one.name, timeout: 10_000 })
          .toContain("recaptcha" satisfies ScriptName);
        const listed: string[] = scriptsAt(new URL(page.url()).pathname);
        expect(
          [...asked].filter((name) => !listed.includes(name)),
          one.name,
        ).toEqual([]);
      }
    }
  });

  test("the bank's script loads on first use, on its own page", async ({ visitors }) => {
    const borrower = await apiBorrower(officer);
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    const asked = watchScripts(page);
    await page.goto(`/borrower/asset-report/${borrower.id}`);
    await expect(page.getByRole("button", { name: "Connect bank" })).toBeVisible();
    expect([...asked]).not.toContain("plaidLink" satisfies ScriptName);
    await openBankDialog(page);
    expect([...asked].sort()).toEqual(scriptsAt(new URL(page.url()).pathname).sort());
  });

  test("with the bot check and the bank's script blocked, pages work, and the affected page says so", async ({
    visitors,
  }) => {
    const borrower = await authorizedBorrower(officer);
    const page = await visitors.arrive({ expects: /ERR_FAILED/ });
    for (const url of [config.scripts.recaptcha, config.scripts.plaidLink])
      await page.route(`${url}**`, (route) => route.abort());
    await logIn(page, "registered@example.com");
    await page.goto(`/borrower/asset-report/${borrower.id}`);
    await page.getByRole("button", { name: "Connect bank" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The bank window didn't open" });
    await expect(alert.getByText("often an ad blocker")).toBeVisible();
    await page.unroute(`${config.scripts.plaidLink}**`);
    await openBankDialog(page);
  });
});

interface Refused {
  directive: string;
  disposition: string;
}

async function watchRefusals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refused: Refused[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective: directive, disposition }) =>
      refused.push({ directive, disposition }),
    );
  });
}

async function refusals(page: Page, disposition = "enforce"): Promise<string[]> {
  const refused = await page.evaluate(() => (window as unknown as { refused: Refused[] }).refused);
  return [
    ...new Set(refused.filter((one) => one.disposition === disposition).map(({ directive }) => directive)),
  ].sort();
}

/** What an attacker could do through a hole in a page. Returns what failed by itself. */
function attack(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async (from) => {
    const thrown: Record<string, string> = {};
    // In a timer of the page, because code that a test runs directly is not subject to the page's policy.
    const does = (name: string, act: () => unknown) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          try {
            act();
          } catch (error) {
            thrown[name] = (error as Error).name;
          }
          resolve();
        });
      });
    const add = (tag: string, attributes: Record<string, string>, text = "") => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.append(text);
      return document.body.appendChild(element);
    };
    await does("inline script", () => add("script", {}, "window.ran = true"));
    await does("inline handler", () => add("img", { src: "data:,", onerror: "window.ran = true" }));
    await does("eval", () => (0, eval)("window.ran = true"));
    await does("foreign script", () => add("script", { src: `${from}/x.js` }));
    await does("data script", () => add("script", { src: "data:text/javascript,window.ran=true" }));
    await does("foreign frame", () => add("iframe", { src: from }));
    await does("plugin", () => add("object", { data: from }));
    await does("base", () => document.head.append(Object.assign(document.createElement("base"), { href: from })));
    await does("style", () => add("style", {}, "body { display: none }"));
    await does("form", () => (add("form", { action: from, method: "post" }) as HTMLFormElement).submit());
    await does("markup", () => (document.body.appendChild(document.createElement("div")).innerHTML = "<b>markup</b>"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return thrown;
  }, foreign);
}

const REFUSED_ANYWHERE = [
  "base-uri",
  "form-action",
  "frame-src",
  "object-src",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src-elem",
];

const SAYS = /Content Security Policy|Permissions policy|TrustedScript|TrustedHTML|requires '?Trusted/i;

test.describe("a page under attack", () => {
  test("runs nothing, loads nothing, writes no markup, and reports the attack to the server", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: SAYS });
    await watchRefusals(page);
    await page.goto("/privacy-policy");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const thrown = await attack(page);
    expect(thrown).toMatchObject({
      eval: "EvalError",
      "foreign script": "TypeError",
      "data script": "TypeError",
      markup: "TypeError",
    });
    expect(await refusals(page)).toEqual(
      expect.arrayContaining(["base-uri", "form-action", "frame-src", "require-trusted-types-for", "style-src-elem"]),
    );
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
    expect(page.url()).toBe(`${stand.url}/privacy-policy`);
    for (const reported of ["base-uri", "frame-src", "require-trusted-types-for"])
      await expect
        .poll(() => violationsLogged().some(({ directive }) => directive === reported), { timeout: 10_000 })
        .toBe(true);
    expect(violationsLogged().find(({ directive }) => directive === "frame-src")).toMatchObject({
      blocked: foreign,
      path: "/privacy-policy",
    });
  });

  test("where a provider's script works, markup is only reported, and everything else is refused", async ({
    visitors,
  }) => {
    const page = await visitors.arrive({ expects: SAYS });
    await watchRefusals(page);
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await attack(page)).toEqual({ eval: "EvalError" });
    expect(await refusals(page)).toEqual(REFUSED_ANYWHERE);
    expect(await refusals(page, "report")).toEqual(["require-trusted-types-for"]);
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  });

  test("each page is equally strict when reached by a link and when opened directly", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: SAYS });
    const writesMarkup = () =>
      page.evaluate(() => {
        try {
          document.createElement("div").innerHTML = "<b>markup</b>";
          return true;
        } catch {
          return false;
        }
      });
    await page.goto("/");
    await page.waitForFunction(() => "app" in window);
    expect(await writesMarkup()).toBe(true);
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    await expect.poll(writesMarkup).toBe(false);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    expect(await writesMarkup()).toBe(false);
    await page.getByRole("banner").getByRole("link", { name: config.productName }).first().click();
    await page.waitForURL("/");
    await expect.poll(writesMarkup).toBe(true);
  });

  test("a foreign site cannot show a page in a frame", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /frame|ERR_BLOCKED_BY_RESPONSE/i });
    await page.goto(foreign);
    await expect(page.getByRole("heading", { name: "Win a prize" })).toBeVisible();
    await expect.poll(() => page.frames()[1]?.url(), { timeout: 10_000 }).toBe("chrome-error://chromewebdata/");
    expect(await page.frames()[1]?.getByLabel("Password").count()).toBe(0);
  });

  test("the terms in a new tab cannot access the page that opened them", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/version");
    const link = page.locator('a[target="_blank"][href="/terms-and-conditions"]').first();
    const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await expect(tab.getByRole("heading", { level: 1, name: "Terms and Conditions" })).toBeVisible();
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
  });
});

function violationsLogged(): { directive: string; blocked: string; path: string }[] {
  const lines = stand.logs().split("\n");
  return lines
    .filter((line) => line.includes("POLICY_VIOLATION"))
    .map((line) => JSON.parse(line.slice(line.indexOf("{"))) as never); // pino's line
}
