import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { logIn, sendLogIn, storedToken } from "../login.ts";
import { tellConfig, type Visitors } from "../visitors.ts";
import { answerWith, consoleOf } from "../support-console.ts";
import { sharedStand } from "../global-setup.ts";

const REFUSED = /\b[45]\d\d\b|failed|NO_TOKEN|ENV/;
const API = "/api/latest";

async function arriveAs(visitors: Visitors, email: string): Promise<Page> {
  const page = await visitors.arrive({ expects: REFUSED });
  await logIn(page, email);
  return page;
}

test.describe("the environment", () => {
  for (const [config, code] of [
    [{ environment: "qa" }, "ENVIRONMENT_NOT_RECOGNIZED"],
    [{}, "ENV_NOT_DEFINED"],
  ] as const) {
    test(`${JSON.stringify(config)} stops the page: ${code}`, async ({ visitors }) => {
      const page = await visitors.arrive({ expects: /ENV/ });
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/assets/config.json", (route) => route.fulfill({ json: config }));
      await page.goto("/");
      await expect.poll(() => logged.join("\n")).toContain(code);
    });
  }

  test("prod has no support console and ignores overrides", async ({ visitors }) => {
    const page = await visitors.arrive();
    await tellConfig(page, { environment: "prod" });
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("configOverrides", '{"environment":"local"}'));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => "app" in window)).toBe(false);
  });
});

test.describe("the session", () => {
  const PRIVATE = ["/account/borrowers/all?a=1&b=2", "/account/settings/name", "/admin/borrowers/all"];
  const PUBLIC = ["/", "/privacy-policy", "/terms-and-conditions", "/auth/login", "/auth/register", "/error/404"];

  test("follows the stored token: it counts while stored, and not after it is removed", async ({ visitors }) => {
    const token = await storedToken(await arriveAs(visitors, "registered@example.com"));
    const page = await visitors.arrive();
    await page.goto("/");
    await page.evaluate((value) => localStorage.setItem("token", value), token!);
    await page.reload();
    await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
    expect(await consoleOf(page, (app) => app.user()?.["email"])).toBe("registered@example.com");
    expect(await consoleOf(page, (app) => Object.keys(app.user() ?? {}))).not.toContain("exp");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.reload();
    await expect(page.getByRole("banner").getByRole("link", { name: "Log In" })).toBeVisible();
    expect(await consoleOf(page, (app) => app.user())).toBeNull();
  });

  test("a sign-in leads to /", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  for (const path of PRIVATE) {
    test(`${path} requires a sign-in first and is then shown`, async ({ visitors }) => {
      const page = await visitors.arrive();
      await page.goto(path);
      await page.waitForURL("/auth/login");
      expect(await page.evaluate(() => localStorage.getItem("redirectURL"))).toBe(path);
      await sendLogIn(page, "admin@example.com");
      await page.waitForURL(path);
    });
  }

  for (const target of ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
    test(`a stored target outside the site (${target}) is not followed`, async ({ visitors }) => {
      const page = await visitors.arrive();
      await page.goto("/auth/login");
      await page.evaluate((value) => localStorage.setItem("redirectURL", value), target);
      await sendLogIn(page, "registered@example.com");
      await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
      expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(`${sharedStand().url}/`);
    });
  }

  for (const bad of ["malformed", "a.b.c"]) {
    test(`with a bad token (${bad}) public pages open and private pages do not`, async ({ visitors }) => {
      const page = await visitors.arrive();
      let warned = 0;
      page.on("console", (message) => (warned += message.text().includes("INVALID_JWT") ? 1 : 0));
      for (const [index, path] of PUBLIC.entries()) {
        await page.goto("/");
        await consoleOf(page, (app) => app.user()); // a page that is still starting would read it
        await page.evaluate((value) => localStorage.setItem("token", value), bad);
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(path);
        await expect.poll(() => warned).toBeGreaterThan(index);
        expect(await storedToken(page)).toBeNull();
      }
      await page.evaluate((value) => localStorage.setItem("token", value), bad);
      await page.goto("/account/borrowers/all");
      await page.waitForURL("/auth/login");
    });
  }

  test("a sign-in that returns no token is NO_TOKEN: the user stays logged out, and nothing is stored", async ({
    visitors,
  }) => {
    const page = await visitors.arrive({ expects: REFUSED });
    await answerWith(page, `${API}/auth/login`, 200, {});
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.goto("/auth/login");
    await sendLogIn(page, "registered@example.com");
    await expect(page.getByRole("alert")).toBeVisible();
    expect(logged.join("\n")).toContain("NO_TOKEN");
    expect(await storedToken(page)).toBeNull();
  });
});

test.describe("roles", () => {
  for (const role of ["root", "admin", "editor", "observer", "registered", "inactive", "guest"]) {
    test(`${role} sees the Admin link only as an admin, and the page knows their role`, async ({ visitors }) => {
      const page = await arriveAs(visitors, `${role}@example.com`);
      await page.getByRole("button", { name: "User menu" }).click();
      await expect(page.getByRole("banner").getByRole("link", { name: "Log Out" })).toBeVisible();
      const links = page.getByRole("banner").getByRole("link", { name: "Admin", exact: true });
      await expect(links).toHaveCount(role === "admin" ? 1 : 0);
      for (const name of ["admin", "editor"])
        expect(await page.evaluate(`window.app.hasRole(${JSON.stringify(name)})`)).toBe(role === name);
    });
  }

  test("a user who is not an admin is sent from the admin area to /error/403", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    await page.addInitScript(() => {
      const look = () => document.querySelector("#side-nav") && sessionStorage.setItem("saw-admin", "true");
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/admin/borrowers/all");
    await page.waitForURL("/error/403");
    expect(
      await page.evaluate(() => sessionStorage.getItem("saw-admin")),
      "the admin frame was never drawn",
    ).toBeNull();
  });

  for (const [emailConfirmed, hasSocialAuth, isIt] of [
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ] as const) {
    test(`confirmed by email ${emailConfirmed}, signed in socially ${hasSocialAuth}: confirmed ${isIt}`, async ({
      visitors,
    }) => {
      const page = await visitors.arrive({ expects: REFUSED });
      await page.goto("/");
      const payload = {
        id: crypto.randomUUID(),
        firstName: "A",
        lastName: "B",
        email: "a@example.org",
        memberships: [],
        activeMembershipID: null,
        profilePicURL: null,
        emailConfirmed,
        hasSocialAuth,
        iat: 0,
        exp: Math.floor(Date.now() / 1000) + 600,
      };
      const token = `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2ln`;
      await page.evaluate((value) => localStorage.setItem("token", value), token);
      await page.reload();
      expect(await consoleOf(page, (app) => app.isConfirmed())).toBe(isIt);
    });
  }
});
