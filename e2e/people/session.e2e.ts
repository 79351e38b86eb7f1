import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { logIn, sendLogIn, storedToken } from "../login.ts";
import { openVisitors, tellConfig } from "../visitors.ts";
import { answerWith, consoleOf } from "../support-console.ts";

const visitors = openVisitors();
const REFUSED = /\b[45]\d\d\b|failed|NO_TOKEN|ENV/;
const API = "/api/latest";

async function arriveAs(email: string): Promise<Page> {
  const page = await visitors.arrive({ expects: REFUSED });
  await logIn(page, email);
  return page;
}

describe("the environment", () => {
  test.each([
    [{ environment: "qa" }, "ENVIRONMENT_NOT_RECOGNIZED"],
    [{}, "ENV_NOT_DEFINED"],
  ])("%j stops the page: %s", async (config, code) => {
    const page = await visitors.arrive({ expects: /ENV/ });
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.route("**/assets/config.json", (route) => route.fulfill({ json: config }));
    await page.goto("/");
    await expect.poll(() => logged.join("\n")).toContain(code);
  });

  test("prod has no support console and ignores overrides", async () => {
    const page = await visitors.arrive();
    await tellConfig(page, { environment: "prod" });
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("configOverrides", '{"environment":"local"}'));
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate(() => "app" in window)).toBe(false);
  });
});

describe("the session", () => {
  const PRIVATE = ["/account/borrowers/all?a=1&b=2", "/account/settings/name", "/admin/borrowers/all"];
  const PUBLIC = ["/", "/privacy-policy", "/terms-and-conditions", "/auth/login", "/auth/register", "/error/404"];

  test("follows the stored token: it counts while stored, and not after it is removed", async () => {
    const token = await storedToken(await arriveAs("registered@example.com"));
    const page = await visitors.arrive();
    await page.goto("/");
    await page.evaluate((value) => localStorage.setItem("token", value), token!);
    await page.reload();
    await page.getByRole("button", { name: "User menu" }).waitFor();
    expect(await consoleOf(page, (app) => app.user()?.["email"])).toBe("registered@example.com");
    expect(await consoleOf(page, (app) => Object.keys(app.user() ?? {}))).not.toContain("exp");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.reload();
    await page.getByRole("banner").getByRole("link", { name: "Log In" }).waitFor();
    expect(await consoleOf(page, (app) => app.user())).toBeNull();
  });

  test("a sign-in leads to /", async () => {
    const page = await arriveAs("registered@example.com");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test.each(PRIVATE)("%s requires a sign-in first and is then shown", async (path) => {
    const page = await visitors.arrive();
    await page.goto(path);
    await page.waitForURL("/auth/login");
    expect(await page.evaluate(() => localStorage.getItem("redirectURL"))).toBe(path);
    await sendLogIn(page, "admin@example.com");
    await page.waitForURL(path);
  });

  test.each(["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])(
    "a stored target outside the site (%s) is not followed",
    async (target) => {
      const page = await visitors.arrive();
      await page.goto("/auth/login");
      await page.evaluate((value) => localStorage.setItem("redirectURL", value), target);
      await sendLogIn(page, "registered@example.com");
      await page.getByRole("button", { name: "User menu" }).waitFor();
      expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(`${inject("stand").url}/`);
    },
  );

  test.each(["malformed", "a.b.c"])("with a bad token (%s) public pages open and private pages do not", async (bad) => {
    const page = await visitors.arrive();
    let warned = 0;
    page.on("console", (message) => (warned += message.text().includes("INVALID_JWT") ? 1 : 0));
    for (const [index, path] of PUBLIC.entries()) {
      await page.goto("/");
      await consoleOf(page, (app) => app.user()); // a page that is still starting would read it
      await page.evaluate((value) => localStorage.setItem("token", value), bad);
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => warned).toBeGreaterThan(index);
      expect(await storedToken(page)).toBeNull();
    }
    await page.evaluate((value) => localStorage.setItem("token", value), bad);
    await page.goto("/account/borrowers/all");
    await page.waitForURL("/auth/login");
  });

  test("a sign-in that returns no token is NO_TOKEN: the user stays logged out, and nothing is stored", async () => {
    const page = await visitors.arrive({ expects: REFUSED });
    await answerWith(page, `${API}/auth/login`, 200, {});
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.goto("/auth/login");
    await sendLogIn(page, "registered@example.com");
    await page.getByRole("alert").waitFor();
    expect(logged.join("\n")).toContain("NO_TOKEN");
    expect(await storedToken(page)).toBeNull();
  });
});

describe("roles", () => {
  test.each(["root", "admin", "editor", "observer", "registered", "inactive", "guest"])(
    "%s sees the Admin link only as an admin, and the page knows their role",
    async (role) => {
      const page = await arriveAs(`${role}@example.com`);
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("banner").getByRole("link", { name: "Log Out" }).waitFor();
      const links = page.getByRole("banner").getByRole("link", { name: "Admin", exact: true });
      expect(await links.count()).toBe(role === "admin" ? 1 : 0);
      for (const name of ["admin", "editor"])
        expect(await page.evaluate(`window.app.hasRole(${JSON.stringify(name)})`)).toBe(role === name);
    },
  );

  test("a user who is not an admin is sent from the admin area to /error/403", async () => {
    const page = await arriveAs("registered@example.com");
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

  test.each([
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ])("confirmed by email %s, signed in socially %s: confirmed %s", async (emailConfirmed, hasSocialAuth, isIt) => {
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
});
