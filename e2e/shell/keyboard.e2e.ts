import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiBorrower, apiPerson, type Client } from "../api.ts";
import { expectFocusKept, pressByTab, tabTo, walkByTab } from "../accessibility.ts";
import { SAMPLE_PASSWORD } from "../login.ts";
import { newPerson, somebodyNew } from "../new-person.ts";
import { arriveFor, ERROR_CODES, KINDS, openSitePage, privatePages, type SitePage } from "../site-pages.ts";
import { knownBy } from "../visitors.ts";

const STOPS = 40;
const PATIENCE_MS = 240_000; // forty stops on each of twenty pages, also on a busy machine
const WIDE = { viewport: { width: 1200, height: 800 } };
let officer: Client;
let admin: Client;
let ownPages: readonly SitePage[];

test.beforeAll(async () => {
  [officer, admin] = await Promise.all([apiPerson("registered@example.com"), apiPerson("admin@example.com")]);
  ownPages = await privatePages(officer);
});

async function expectPage(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expectFocusKept(page, `on ${String(heading)}`);
}

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

async function type(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(words);
}

test.describe("every stop of Tab shows that it has the focus", () => {
  for (const kind of KINDS) {
    test(`on ${kind} pages`, async ({ visitors }) => {
      test.setTimeout(PATIENCE_MS);
      const { page, pages } = await arriveFor(kind, visitors, WIDE);
      const unseen: string[] = [];
      for (const one of pages) {
        await openSitePage(page, one);
        const { stops, errors } = await walkByTab(page, STOPS);
        // After a button leads to another page, the focus stays where the button was.
        if (one.press === undefined) expect(stops[0], one.name).toContain("Skip to content");
        expect(stops.length, `${one.name}: ${stops.join("; ")}`).toBeGreaterThan(4);
        unseen.push(...errors.map((error) => `${one.name}: ${error}`));
      }
      expect(unseen.join("\n")).toBe("");
    });
  }
});

test.describe("a visitor without a mouse", () => {
  test("reads from page to page and never loses the focus", async ({ visitors }) => {
    const page = await visitors.arrive({ viewport: { width: 1200, height: 400 } });
    const main = page.getByRole("main");
    await open(page, "/", /Know what/);
    await pressByTab(page, main.getByRole("link", { name: "Register" }));
    await expectPage(page, "Register");
    await pressByTab(page, page.getByRole("contentinfo").getByRole("link", { name: /privacy/i }));
    await expectPage(page, "Privacy Policy");
    await page.keyboard.press("End");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await page.goBack();
    await expectPage(page, "Register");

    await open(page, "/terms-and-conditions", "Terms and Conditions");
    await page.keyboard.press("PageDown");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await open(page, "/version", "Version");
    await pressByTab(page, page.getByRole("banner").getByRole("link", { name: "Log In" }));
    await expectPage(page, "Log In");
    await pressByTab(page, main.getByRole("link", { name: "Forgot password?" }));
    await expectPage(page, "Forgot your password?");
    for (const [path, heading, link, leadsTo] of [
      ["/auth/logout", "You're logged out", "Log In", "Log In"],
      ["/auth/email-confirmed", "Email confirmed", "Log In", "Log In"],
      ["/auth/bad-link", "This link has expired", "Request a new link", "Forgot your password?"],
      ["/auth/awaiting-confirmation", "Check your email", "Log In", "Log In"],
    ] as const) {
      await open(page, path, heading);
      await pressByTab(page, main.getByRole("link", { name: link }));
      await expectPage(page, leadsTo);
    }
  });

  test("can leave every error page", async ({ visitors }) => {
    const page = await visitors.arrive();
    for (const code of ERROR_CODES) {
      await open(page, `/error/${code}`, new RegExp(code));
      await pressByTab(page, page.getByRole("main").getByRole("link").first());
      await page.waitForURL((url) => !url.pathname.startsWith("/error/"));
      await expectFocusKept(page, `after ${code}`);
    }
  });

  test("registers, asks for a new password, and sees that a link has expired", async ({ visitors }) => {
    const someone = somebodyNew();
    const page = await visitors.arrive({ expects: /\b410\b/ });
    await open(page, "/auth/register", "Register");
    await type(page, "First name", someone.firstName);
    await type(page, "Last name", someone.lastName);
    await type(page, "Email", someone.email);
    await type(page, "Password", someone.password);
    await page.keyboard.press("Enter");
    await expectPage(page, "Check your email");

    await open(page, "/auth/password-reset-request", "Forgot your password?");
    await type(page, "Email", someone.email);
    await pressByTab(page, page.getByRole("button", { name: "Send reset link" }));
    await expectPage(page, "Check your email");
    await open(page, "/auth/password-reset?token=any", "Set a password");
    await type(page, "New password", "nine blue ladders whisper");
    await page.keyboard.press("Enter");
    await expectPage(page, "This link has expired");
  });
});

test.describe("a loan officer without a mouse", () => {
  test("logs in and creates a borrower", async ({ visitors }) => {
    const page = await visitors.arrive();
    await open(page, "/auth/login", "Log In");
    await type(page, "Email", "registered@example.com");
    await type(page, "Password", SAMPLE_PASSWORD);
    await page.keyboard.press("Enter");
    await pressByTab(page, page.getByRole("button", { name: "User menu" }));
    await pressByTab(page, page.getByRole("banner").getByRole("link", { name: "Borrowers" }));
    await expectPage(page, "Borrowers");
    await pressByTab(page, page.getByRole("main").getByRole("link", { name: "Create Borrower" }));
    await expectPage(page, "Create Borrower");
    await type(page, "First name", "Keya");
    await type(page, "Last name", "Board");
    await type(page, "Email", "keya.board@example.net");
    await pressByTab(page, page.getByRole("button", { name: "Create Borrower" }));
    await expectPage(page, "Keya Board");
  });

  test("finds a borrower, opens, changes and edits it", async ({ visitors }) => {
    const { lastName } = await apiBorrower(officer);
    const page = await visitors.arrive({ ...knownBy(officer), ...WIDE });
    await open(page, "/account/borrowers/all", "Borrowers");
    await tabTo(page, page.getByRole("searchbox", { name: "Search" }));
    await page.keyboard.type(lastName);
    const found = page.getByRole("table", { name: "Borrowers" }).getByRole("link", { name: lastName });
    await expect(page.getByText("1–1 of 1", { exact: true })).toBeVisible();
    await pressByTab(page, found);
    await expectPage(page, `Paula ${lastName}`);

    await tabTo(page, page.getByRole("combobox", { name: "Status" }));
    await page.keyboard.press("i");
    await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("invited");
    await expectFocusKept(page, "after the change of status");
    await page.getByRole("heading", { level: 1 }).focus();
    await pressByTab(page, page.getByRole("link", { name: "Edit" }));
    await expectPage(page, "Edit Borrower");
    await type(page, "Loan number", `KEY-${lastName}`);
    await pressByTab(page, page.getByRole("button", { name: "Save changes" }));
    await expectPage(page, `Paula ${lastName}`);
    await expect(page.getByText(`KEY-${lastName}`).first()).toBeVisible();
  });

  test("moves between rows with the arrow keys, selects with Space and opens with Enter", async ({ visitors }) => {
    const page = await visitors.arrive({ ...knownBy(officer), ...WIDE });
    await open(page, "/account/borrowers/all", "Borrowers");
    const links = page.getByRole("table", { name: "Borrowers" }).getByRole("row").getByRole("link");
    await tabTo(page, links.first());
    const names = await links.allInnerTexts();
    const current = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText);
    for (const [key, at] of [
      ["ArrowDown", 1],
      ["ArrowDown", 2],
      ["ArrowUp", 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(current).toBe(names[at]);
    }
    await page.keyboard.press("Space");
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.keyboard.press("Enter");
    await expectPage(page, names[1]!);
  });

  test("downloads a report, and opens and closes the bank's dialog", async ({ visitors }) => {
    const page = await visitors.arrive({ ...knownBy(officer), ...WIDE });
    for (const one of ownPages.filter(({ name }) => name.endsWith("report"))) {
      await openSitePage(page, one);
      if (one.name === "a report") {
        const file = page.waitForEvent("download");
        await pressByTab(page, page.getByRole("button", { name: "Download report" }));
        await file;
        await expectFocusKept(page, "after the download");
      } else {
        await pressByTab(page, page.getByRole("button", { name: "Connect bank" }));
        await expect(page.getByRole("dialog").getByLabel("Username")).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
        await expectFocusKept(page, "after the bank's dialog");
      }
    }
  });
});

test("a user without a mouse changes their settings", async ({ visitors }) => {
  const { api } = await newPerson();
  const page = await visitors.arrive({ ...knownBy(api), ...WIDE });
  await open(page, "/account/settings/name", "Name");
  await tabTo(page, page.getByLabel("First name"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Keya");
  await pressByTab(page, page.getByRole("button", { name: "Save" }));
  await expect(page.getByTestId("toast").first()).toBeVisible();
  await expectFocusKept(page, "after saving");

  await open(page, "/account/settings/details", "Details");
  await pressByTab(page, page.getByRole("button", { name: "Create an organization" }));
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectFocusKept(page, "in the dialog");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectFocusKept(page, "after the dialog");

  await open(page, "/account/settings/authorization", "Authorization");
  await pressByTab(page, page.getByRole("button", { name: "Set up two-factor" }));
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectFocusKept(page, "after the code has come");

  await open(page, "/account/settings/profile", "Profile");
  await pressByTab(page, page.getByRole("button", { name: "Delete your account" }));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectFocusKept(page, "after the question");
});

test("an admin without a mouse finds a borrower among all borrowers", async ({ visitors }) => {
  const page = await visitors.arrive({ ...knownBy(admin), ...WIDE });
  await open(page, "/admin/borrowers/all", "All Borrowers");
  const first = page.getByRole("table").getByRole("row").getByRole("link").first();
  const name = await first.innerText();
  await tabTo(page, page.getByRole("searchbox", { name: "Search" }));
  await page.keyboard.type(name);
  await expect(page.getByText(/^1–1 of 1$/)).toBeVisible();
  await pressByTab(page, first);
  await expectPage(page, /./);
});
