import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiBorrower, apiPerson, type Client } from "../api.ts";
import { openBankDialog } from "../borrower-pages.ts";
import { consoleOf } from "../support-console.ts";
import { knownBy } from "../visitors.ts";

type ScriptName = "recaptcha" | "stripe" | "plaidLink" | "markdownEditor" | "markdownRenderer";
let officer: Client;

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

/** Counts the requests for each on-demand script from now on. */
async function countScripts(page: Page): Promise<() => Promise<Record<ScriptName, number>>> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  return async () => {
    const scripts = await consoleOf(page, (app) => app.config()["scripts"] as Record<ScriptName, string>);
    const origin = new URL(page.url()).origin;
    const counted = Object.entries(scripts).map(([name, url]) => {
      const { href } = new URL(url, origin);
      return [name, asked.filter((one) => one.split("?")[0] === href.split("?")[0]).length];
    });
    return Object.fromEntries(counted) as Record<ScriptName, number>;
  };
}

test("the bot check loads when the site starts, on any page, and no other script loads with it", async ({
  visitors,
}) => {
  for (const path of ["/privacy-policy", "/auth/login", "/error/404"]) {
    const page = await visitors.arrive();
    const counts = await countScripts(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(async () => (await counts()).recaptcha, { message: path }).toBe(1);
    expect(await counts()).toMatchObject({ stripe: 0, plaidLink: 0, markdownEditor: 0, markdownRenderer: 0 });
  }
});

test("the card provider's script loads only on the form's page, and once", async ({ visitors }) => {
  const page = await visitors.arrive();
  const counts = await countScripts(page);
  await page.goto("/");
  await expect.poll(async () => (await counts()).stripe, { timeout: 15_000 }).toBe(1);
  await expect(page.getByTestId("card-element").locator("iframe").first()).toBeVisible();
  expect((await counts()).stripe).toBe(1);
});

test("a page still works when the bot check does not load", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: /ERR_FAILED|ERR_BLOCKED/ });
  await page.route(/recaptcha/, (route) => route.abort());
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("registered@example.com");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("each script loads once in a session, even when its page is opened again", async ({ visitors }) => {
  const borrower = await apiBorrower(officer);
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 1200, height: 900 } });
  const counts = await countScripts(page);
  await page.goto(`/account/borrowers/view/${borrower.id}`);
  for (let visit = 1; visit <= 2; visit++) {
    await page.getByRole("link", { name: "Asset report" }).click();
    await openBankDialog(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect((await counts()).plaidLink, `visit ${visit}`).toBe(1);
    await page.getByRole("main").getByRole("link", { name: "Paula" }).click();
    await expect(page.getByRole("combobox", { name: "Status" })).toBeVisible();
  }
  await expect.poll(async () => (await counts()).recaptcha).toBe(1);
});
