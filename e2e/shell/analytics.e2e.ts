import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { logIn, sendLogIn } from "../login.ts";
import { type NewPerson, somebodyNew } from "../new-person.ts";
import { continueWith, somebodySocial } from "../providers.ts";

const REFUSED = /\b40[019]\b/;

interface Reported {
  name: string;
  params: Record<string, unknown>;
}

/** What this document has sent to analytics so far, as gtag calls: event, name, parameters. */
async function reported(page: Page, name: string): Promise<Reported[]> {
  const entries = await page.evaluate(() => {
    const { dataLayer = [] } = window as unknown as { dataLayer?: ArrayLike<unknown>[] };
    return dataLayer.map((entry) => Array.from(entry));
  });
  return entries
    .filter(([kind, what]) => kind === "event" && what === name)
    .map(([, what, params]) => ({ name: what as string, params: (params ?? {}) as Record<string, unknown> }));
}

async function pathsTold(page: Page): Promise<unknown[]> {
  return (await reported(page, "page_view")).map(({ params }) => params["page_path"]);
}

async function register(page: Page, person: NewPerson): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Register" }).click();
}

test("each page view is sent once, with only its path", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/auth/password-reset?token=not-to-be-told");
  await expect(page.getByRole("heading", { level: 1, name: "Set a password" })).toBeVisible();
  await expect.poll(() => pathsTold(page)).toEqual(["/auth/password-reset"]);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  await page.goBack();
  // The link's token is no longer in the address at this point.
  await expect.poll(() => pathsTold(page)).toEqual(["/auth/password-reset", "/privacy-policy", "/auth/bad-link"]);
  expect(await page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown }).dataLayer))).not.toContain(
    "not-to-be-told",
  );
});

test("sign_up is sent after a successful registration, and only then", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: REFUSED });
  await page.goto("/auth/register");
  await register(page, { ...somebodyNew(), email: "registered@example.com" });
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await reported(page, "sign_up")).toEqual([]);
  await register(page, somebodyNew());
  await page.waitForURL("/auth/awaiting-confirmation");
  await expect.poll(async () => (await reported(page, "sign_up")).length).toBe(1);
  expect(await reported(page, "login")).toEqual([]);
});

test("login is sent after a successful sign-in, and only then, and not after a token refresh", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: REFUSED });
  await page.goto("/auth/login");
  await sendLogIn(page, "registered@example.com", "not the password");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await reported(page, "login")).toEqual([]);
  await sendLogIn(page, "registered@example.com");
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  await expect.poll(async () => (await reported(page, "login")).length).toBe(1);
  expect((await reported(page, "login"))[0]?.params["method"]).toMatch(/\w/);
  await page.evaluate(() =>
    (window as unknown as { app: { http(method: string, url: string, how: object): Promise<unknown> } }).app.http(
      "POST",
      "/auth/refresh-token",
      { body: {} },
    ),
  );
  expect(await reported(page, "login")).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  expect(await reported(page, "login")).toEqual([]);
});

test("a social sign-in is sent with the provider's name", async ({ visitors }) => {
  const page = await visitors.arrive();
  await continueWith(page, "GitHub", somebodySocial());
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  await expect.poll(async () => (await reported(page, "login")).length).toBe(1);
  expect(String((await reported(page, "login"))[0]?.params["method"])).toMatch(/github/i);
});

test("nothing that is sent identifies a person", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "registered@example.com");
  await page.goto("/account/borrowers/all?search=Dana");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => pathsTold(page)).toEqual(["/account/borrowers/all"]);
  const all = await page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown }).dataLayer));
  expect(all).not.toMatch(/Dana|Regina|example\.com/);
});
