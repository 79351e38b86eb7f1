import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import type { WebConfig } from "../../platform/contract/web-config.ts";
import { apiBorrower, apiPerson } from "../api.ts";
import { openBankDialog } from "../borrower-pages.ts";
import { tabTo } from "../accessibility.ts";
import { logIn, sendLogIn } from "../login.ts";
import { newPerson, somebodyNew } from "../new-person.ts";
import { authorize, continueWith, somebodySocial } from "../providers.ts";
import { untilOpen } from "../support-console.ts";
import { sharedStand } from "../global-setup.ts";

let scripts: WebConfig["scripts"];
test.beforeAll(async () => {
  const config = (await (await fetch(`${sharedStand().url}/assets/config.json`)).json()) as WebConfig;
  scripts = config.scripts;
});

type ScriptName = keyof WebConfig["scripts"];

/** How often each configured script was requested, across all pages. */
function countScripts(page: Page): (name: ScriptName) => number {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.push(request.url());
  });
  return (name) => asked.filter((url) => url.startsWith(new URL(scripts[name], sharedStand().url).href)).length;
}

const text = (page: Page) => page.getByRole("textbox", { name: "Body" });
const viewer = (page: Page) => page.getByTestId("markdown-viewer").last();

/** Goes to another page and back in the same document. */
async function awayAndBack(page: Page): Promise<void> {
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: /privacy/i })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  await page.goBack();
}

test.describe("a script", () => {
  for (const path of ["/privacy-policy", "/auth/login", "/error/500"]) {
    test(`of the bot check loads on ${path} once, after the page is ready`, async ({ visitors }) => {
      const page = await visitors.arrive();
      const count = countScripts(page);
      let isLoaded = false;
      page.on("load", () => (isLoaded = true));
      const asked = page.waitForRequest((request) => request.url().startsWith(scripts.recaptcha));
      await page.goto(path, { waitUntil: "commit" });
      await asked;
      expect(isLoaded).toBe(true);
      await untilOpen(page); // a link that is pressed before may be followed by the browser, to a document of its own
      await page.getByRole("banner").getByRole("link").first().click();
      await page.waitForURL("/");
      await page.goBack();
      await page.waitForURL(path);
      expect(count("recaptcha")).toBe(1);
      expect(count("markdownEditor") + count("markdownRenderer") + count("plaidLink") + count("stripe")).toBe(0);
    });
  }

  test("of markdown loads once on a page with markdown, also after returning to it", async ({ visitors }) => {
    const page = await visitors.arrive();
    const count = countScripts(page);
    await page.goto("/version");
    await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
    await awayAndBack(page);
    await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
    await page.getByRole("tab", { name: "Preview" }).click();
    await expect(viewer(page).getByRole("heading")).toBeVisible();
    expect([count("markdownEditor"), count("markdownRenderer")]).toEqual([1, 1]);
  });

  test("of the bank dialog loads on first use, and not again on the second", async ({ visitors }) => {
    const borrower = await apiBorrower(await apiPerson("registered@example.com"));
    const page = await visitors.arrive();
    const count = countScripts(page);
    await logIn(page, "registered@example.com");
    await page.goto(`/borrower/asset-report/${borrower.id}`);
    await expect(page.getByRole("button", { name: "Connect bank" })).toBeVisible();
    expect(count("plaidLink")).toBe(0);
    for (let wishes = 0; wishes < 2; wishes++) {
      await openBankDialog(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    expect(count("plaidLink")).toBe(1);
  });

  test("of markdown is blocked: the text area still works, and the text is shown unformatted", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /ERR_FAILED/ });
    for (const name of ["markdownEditor", "markdownRenderer"] as const)
      await page.route(`**${scripts[name]}`, (route) => route.abort());
    await page.goto("/version");
    await expect(page.getByText("The formatting buttons didn't load.")).toBeVisible();
    await text(page).fill("**exactly** <b>");
    await expect(page.getByText("Formatting didn't load. This is the text as written.")).toBeVisible();
    await expect(viewer(page).getByText("**exactly** <b>")).toBeVisible();
  });
});

test.describe("markdown", () => {
  test("becomes headings, emphasis, lists and links that do not leak the visitor's page", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/version");
    await text(page).fill(
      "# Rates\n\n*down* and **out**\n\n3. one\n4. [two](https://example.com/a)\n\n| a |\n|--:|\n| b |",
    );
    await expect(viewer(page).getByRole("heading", { level: 2, name: "Rates" })).toBeVisible();
    for (const [tag, words] of Object.entries({ em: "down", strong: "out", "ol > li": "one", td: "b" }))
      await expect(viewer(page).locator(tag).first()).toHaveText(words);
    await expect(viewer(page).locator("ol")).toHaveAttribute("start", "3");
    await expect(viewer(page).locator("td")).toHaveAttribute("align", "right");
    const link = viewer(page).getByRole("link", { name: "two" });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  });

  test("that is hostile neither runs nor imitates a part of the page, and harmless text stays", async ({
    visitors,
  }) => {
    const page = await visitors.arrive();
    await page.route("https://example.com/**", (route) => route.fulfill({ status: 204 }));
    await page.goto("/version");
    await text(page).fill(HOSTILE);
    await expect(viewer(page).getByText("the end ﷽ 👩‍👩‍👧 Łukasz")).toBeVisible();
    const left = await viewer(page).evaluate((box) => {
      const all = [...box.querySelectorAll(":scope > * *")];
      return {
        ran: "hacked" in window,
        tags: [...new Set(all.map(({ localName }) => localName))].sort(),
        names: [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
        links: [...box.querySelectorAll("a")].map((link) => link.getAttribute("href")),
        pictures: [...box.querySelectorAll("img")].map((picture) => picture.getAttribute("src")),
      };
    });
    expect(left).toEqual({
      ran: false,
      tags: ["a", "br", "code", "em", "h2", "img", "p"].filter((tag) => left.tags.includes(tag)),
      names: ["alt", "decoding", "href", "loading", "referrerpolicy", "rel", "src", "target", "title"],
      links: ["https://example.com/ok"],
      pictures: ["https://example.com/ok.png"],
    });
  });

  test("that was written to be slow is refused or formatted in time, and its words still appear", async ({
    visitors,
  }) => {
    const page = await visitors.arrive();
    await page.goto("/version");
    await expect(viewer(page).getByRole("heading").first()).toBeVisible();
    const length = () => viewer(page).evaluate((box) => box.textContent.length);
    for (const [written, shown] of [
      [">".repeat(10_000), 10_000],
      ["[".repeat(10_000), 10_000],
      ["**~<|".repeat(4_000), 15_000],
      ["word ".repeat(5_000), 24_000],
    ] as const) {
      await text(page).fill("");
      await text(page).fill(written);
      await expect.poll(length).toBeGreaterThanOrEqual(shown);
    }
    await expect(page.getByText("This text is too long or too nested to format")).toBeVisible();
  });

  test("is formatted and previewed by keyboard", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/version");
    await text(page).fill("");
    const toolbar = page.getByRole("toolbar", { name: "Formatting" });
    await expect(toolbar).toBeVisible();
    await text(page).focus();
    await page.keyboard.press("Shift+Tab");
    expect(await toolbar.getByRole("button", { name: "Bold" }).evaluate((bold) => bold.matches(":focus-visible"))).toBe(
      true,
    );
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.type("soon");
    await expect(text(page)).toHaveValue("_soon_");
    await expect(viewer(page).locator("em").getByText("soon")).toBeVisible();
    await page.keyboard.press("Control+z");
    expect(await text(page).inputValue()).not.toBe("_soon_");
    await page.getByRole("tab", { name: "Write" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tabpanel", { name: "Preview" })).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "Check the text" }));
  });
});

const HOSTILE = `# <img src=x onerror="hacked=1"> the start

<script>hacked=1</script> <svg onload="hacked=1"><a xlink:href="javascript:hacked=1">x</a></svg>

<form id="root" name="getElementById"><input name="body"></form> <iframe srcdoc="<script>parent.hacked=1</script>"></iframe>

[a](javascript:hacked=1) [b](data:text/html,<script>hacked=1</script>) [c](vbscript:x) [d](https://example.com/ok "t")

![e](https://example.com/ok.png "t") ![f](http://example.com/no.png) ![g](data:image/svg+xml,<svg/onload=hacked=1>)

<style>*{display:none}</style> <p style="position:fixed" class="banner" id="root">over it all</p>

\`<b onclick=hacked=1>\` *a* [h](&#106;avascript:hacked=1)

the end ﷽ 👩‍👩‍👧 Łukasz`;

type Reported = [command: string, name: string, facts: Record<string, unknown>];

/** What the page sent to an analytics script since it opened. */
function reported(page: Page): Promise<Reported[]> {
  return page.evaluate(() =>
    ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((entry) => Array.from(entry) as Reported),
  );
}

const named = async (page: Page, name: string) => (await reported(page)).filter(([, event]) => event === name);
const isIn = (page: Page) => expect(page.getByRole("button", { name: "User menu" })).toBeVisible();

test.describe("analytics", () => {
  test("each page view is sent once, with only its path", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/auth/login?token=any#secret");
    await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: /privacy/i })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    const views = ["/auth/login", "/privacy-policy", "/auth/login"];
    await expect.poll(() => reported(page)).toEqual(views.map((path) => ["event", "page_view", { page_path: path }]));
  });

  test("login is sent after a successful sign-in, not after a refused one", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /\b401\b/ });
    await page.goto("/auth/login");
    await sendLogIn(page, "registered@example.com", "not the password");
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await named(page, "login")).toEqual([]);
    await sendLogIn(page, "registered@example.com");
    await isIn(page);
    expect(await named(page, "login")).toEqual([["event", "login", { method: "password" }]]);
    expect(await named(page, "sign_up")).toEqual([]);
    const token = await page.evaluate(() => localStorage.getItem("token"));
    expect(JSON.stringify(await reported(page))).not.toContain(token);
  });

  test("a social sign-in is sent with its provider, and connecting a provider while logged in is not a sign-in", async ({
    visitors,
  }) => {
    const someone = somebodySocial();
    const page = await visitors.arrive();
    await continueWith(page, "Google", someone);
    await isIn(page);
    expect(await named(page, "login")).toEqual([["event", "login", { method: "google" }]]);

    const person = await newPerson();
    const settled = await visitors.arrive();
    await logIn(settled, person.email, person.password);
    await settled.goto("/account/settings/authorization");
    await settled.getByRole("button", { name: "Connect GitHub" }).click();
    await authorize(settled, somebodySocial());
    await expect(settled.getByRole("button", { name: "Disconnect GitHub" })).toBeVisible();
    expect(await named(settled, "login")).toEqual([]);
  });

  test("sign_up is sent after a successful registration, not after a refused one", async ({ visitors }) => {
    const { email, password, firstName, lastName } = somebodyNew();
    const page = await visitors.arrive({ expects: /\b409\b/ });
    await page.goto("/auth/register");
    await page.getByLabel("First name").fill(firstName);
    await page.getByLabel("Last name").fill(lastName);
    await page.getByLabel("Email").fill("registered@example.com");
    await page.getByLabel("Password").fill(password);
    const register = page.getByRole("button", { name: "Register" });
    await register.click();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await named(page, "sign_up")).toEqual([]);
    await page.getByLabel("Email").fill(email);
    await register.click();
    await page.waitForURL("/auth/awaiting-confirmation");
    expect(await named(page, "sign_up")).toEqual([["event", "sign_up", {}]]);
    expect(await named(page, "login")).toEqual([]);
    expect(JSON.stringify(await reported(page))).not.toContain(email);
  });
});

test("the version is plain text, equals the package's version, and appears on the page", async ({ visitors }) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const reply = await fetch(`${sharedStand().url}/assets/version`);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await reply.text()).toBe(version);
  const page = await visitors.arrive();
  await page.goto("/version");
  await expect(page.getByTestId("app-version").getByText(version, { exact: true })).toBeVisible();
});
