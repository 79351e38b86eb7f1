import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { logIn, sendLogIn, storedToken } from "../log-in.ts";
import { tellConfig } from "../site-config.ts";
import { answerWith, consoleOf } from "../support-console.ts";
import { openVisitors } from "../visitors.ts";

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
    [{ environment: "qa" }, "S8.30 ENVIRONMENT_NOT_RECOGNIZED"],
    [{}, "S8.31 ENV_NOT_DEFINED"],
  ])("%j stops the page: %s", async (config, row) => {
    const page = await visitors.arrive({ expects: /ENV/ });
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.route("**/assets/config.json", (route) => route.fulfill({ json: config }));
    await page.goto("/");
    await expect.poll(() => logged.join("\n")).toContain(row.split(" ")[1]);
  });

  test("in prod there is no support console and no override counts", async () => {
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

  test("S4.1 S9.20 is derived from the stored token: put in storage it counts, taken out it does not", async () => {
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

  test("S4.4 S4.5 after a log-in comes /", async () => {
    const page = await arriveAs("registered@example.com");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test.each(PRIVATE)("S4.6 S4.7 S4.8 S6.12 S9.21 %s asks for a log-in first, and is then shown", async (path) => {
    const page = await visitors.arrive();
    await page.goto(path);
    await page.waitForURL("/auth/login");
    expect(await page.evaluate(() => localStorage.getItem("redirectURL"))).toBe(path);
    await sendLogIn(page, "admin@example.com");
    await page.waitForURL(path);
  });

  test.each(["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])(
    "a stored target that leads out of the site (%s) is not followed",
    async (target) => {
      const page = await visitors.arrive();
      await page.goto("/auth/login");
      await page.evaluate((value) => localStorage.setItem("redirectURL", value), target);
      await sendLogIn(page, "registered@example.com");
      await page.getByRole("button", { name: "User menu" }).waitFor();
      expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(`${inject("stand").url}/`);
    },
  );

  test.each(["malformed", "a.b.c"])(
    "S5.16 S8.32 S8.33 a bad token (%s) lets public pages through, and no private one",
    async (bad) => {
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
    },
  );

  test("S5.15 a log-in that is answered without a token is NO_TOKEN: nobody is in, nothing is stored", async () => {
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
    "S6.1 S6.2 S6.3 S6.4 S6.6 S6.8 S6.9 S6.11 %s sees the Admin link only as an admin, and is known by their role",
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

  test("S6.27 whoever is no admin ends at /error/403 in the admin area", async () => {
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
  ])("S6.14 confirmed by mail %s, signed in socially %s: confirmed %s", async (emailConfirmed, hasSocialAuth, isIt) => {
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
