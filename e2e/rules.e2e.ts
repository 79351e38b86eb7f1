import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { logIn, sendLogIn, storedToken } from "./log-in.ts";
import { answerWith, ask, consoleOf } from "./support-console.ts";
import { openVisitors } from "./visitors.ts";

const visitors = openVisitors();
const REFUSED = /\b[45]\d\d\b|failed|NO_TOKEN|ENV/;
const API = "/api/latest";

async function arriveAs(email: string): Promise<Page> {
  const page = await visitors.arrive({ expects: REFUSED });
  await logIn(page, email);
  return page;
}

/** The headers with which a call leaves. */
async function headersOf(page: Page, method: string, url: string, headers: Record<string, string> = {}) {
  const path = url.startsWith("/") ? API + url : `/${url}`;
  const leaving = page.waitForRequest((request) => new URL(request.url()).pathname === path.split("?")[0]);
  await ask(page, method, url, { headers, ...(method !== "GET" && { body: {} }) });
  return (await leaving).headers();
}

describe("request rules", () => {
  test("S6.25 S7.53 calls carry 'bearer {token}' and JSON's type", async () => {
    const page = await arriveAs("registered@example.com");
    const token = await storedToken(page);
    await answerWith(page, `${API}/payment/subscribe`, 200, {});
    for (const [method, url] of [
      ["GET", "/account/borrower"],
      ["POST", "/payment/subscribe"],
      ["POST", "/auth/refresh-token"],
    ] as const) {
      const headers = await headersOf(page, method, url);
      expect(headers["authorization"], url).toBe(`bearer ${token}`);
      expect(headers["content-type"], url).toBe("application/json");
    }
  });

  test("S7.55 a multi-part marker leaves the type to the browser, and the token where it is", async () => {
    const page = await arriveAs("registered@example.com");
    const headers = await headersOf(page, "POST", "/account/borrower", { "multi-part": "true" });
    expect(headers["content-type"]).not.toBe("application/json");
    expect(headers["authorization"]).toMatch(/^bearer /);
    expect(headers).not.toHaveProperty("multi-part");
  });

  test.each(["assets/version", "/posts/any", "/payment/plans"])("S7.56 S7.57 S7.58 GET %s goes bare", async (url) => {
    const page = await arriveAs("registered@example.com");
    await answerWith(page, url.startsWith("/") ? API + url : `/${url}`, 200, []);
    const headers = await headersOf(page, "GET", url);
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("content-type");
  });

  test("S7.59 POST auth/login never carries a token, even with one stored", async () => {
    const page = await arriveAs("registered@example.com");
    expect(await headersOf(page, "POST", "/auth/login")).not.toHaveProperty("authorization");
  });

  test("S7.61 a request that carries 'ignoreIterecptor' skips the rules", async () => {
    const page = await arriveAs("registered@example.com");
    const headers = await headersOf(page, "GET", "/account/borrower", { ignoreIterecptor: "true" });
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("content-type");
    expect(headers).not.toHaveProperty("ignoreiterecptor");
  });

  test("S7.63 S9.24 a URL that begins with the test host gets the test parameter", async () => {
    const page = await visitors.arrive({ expects: REFUSED });
    const { url } = inject("stand");
    await page.goto("/");
    await page.evaluate((testHost) => localStorage.setItem("configOverrides", JSON.stringify({ testHost })), url);
    await page.reload();
    const asked = page.waitForRequest((request) => request.url().includes("/account/borrower"));
    await ask(page, "GET", "/account/borrower?limit=5");
    expect(new URL((await asked).url()).search).toBe("?limit=5&test=true");
    const skipped = page.waitForRequest((request) => request.url().includes("/account/borrower"));
    await ask(page, "GET", "/account/borrower", { headers: { ignoreIterecptor: "1" } });
    expect(new URL((await skipped).url()).search).toBe("");
  });

  test("S7.1 every call hangs under the configured base, and nothing answers without it", async () => {
    const page = await visitors.arrive({ expects: REFUSED });
    await page.goto("/");
    await page.evaluate(() =>
      localStorage.setItem("configOverrides", JSON.stringify({ backendURL: `${location.origin}/elsewhere` })),
    );
    await page.goto("/auth/login");
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await sendLogIn(page, "registered@example.com");
    expect(new URL((await asked).url()).pathname).toBe("/elsewhere/api/latest/auth/login");
    const reply = await fetch(`${inject("stand").url}/account/borrower`, { headers: { accept: "application/json" } });
    expect(reply.headers.get("content-type")).not.toContain("json");
  });
});

describe("error rules", () => {
  test.each([
    [400, "S8.11"],
    [403, "S8.12"],
    [404, "S8.13"],
    [500, "S8.14"],
    [503, "S8.15"],
    [504, "S8.16"],
  ])("%d goes to its page, is logged and thrown on (%s S8.28)", async (status) => {
    const page = await arriveAs("registered@example.com");
    const logged: string[] = [];
    page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
    await answerWith(page, `${API}/account/borrower`, status, { message: "INTERNAL_ERROR" });
    expect(await ask(page, "GET", "/account/borrower")).toEqual({ status, message: "INTERNAL_ERROR" });
    await page.waitForURL(`/error/${status}`);
    await page.getByRole("heading", { level: 1, name: String(status) }).waitFor();
    expect(logged.join("\n")).toContain("account/borrower failed");
    expect(await storedToken(page)).not.toBeNull();
  });

  test("S8.13 an unknown borrower leads to the 404 page", async () => {
    const page = await arriveAs("registered@example.com");
    await page.goto(`/account/borrowers/view/${crypto.randomUUID()}`);
    await page.waitForURL("/error/404");
  });

  test.each([
    ["EMAIL_NOT_FOUND", "S8.2"],
    ["INVALID_PASSWORD", "S8.3"],
    ["PASSWORD_CHANGE_REQUIRED", "S8.4"],
    ["ACCOUNT_LOCKED", "S8.5"],
  ])("401 %s is passed on without leaving the page (%s S8.6)", async (code) => {
    const page = await visitors.arrive({ expects: REFUSED });
    await answerWith(page, `${API}/auth/login`, 401, { message: code });
    await page.goto("/auth/login");
    await sendLogIn(page, "somebody@example.org");
    await page.getByRole("alert").waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth/login");
  });

  test("S8.8 401 NO_USER removes the token and leads to /error/401", async () => {
    const page = await arriveAs("registered@example.com");
    await answerWith(page, `${API}/account/borrower`, 401, { message: "NO_USER" });
    await ask(page, "GET", "/account/borrower");
    await page.waitForURL("/error/401");
    expect(await storedToken(page)).toBeNull();
  });

  test("another 401 leads there too and keeps the token; its link to the log-in works all the same", async () => {
    const page = await arriveAs("registered@example.com");
    await answerWith(page, `${API}/account/borrower`, 401, { message: "INVALID_JWT" });
    await ask(page, "GET", "/account/borrower");
    await page.waitForURL("/error/401");
    expect(await storedToken(page)).not.toBeNull();
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await page.getByRole("heading", { level: 1, name: "Log In" }).waitFor();
  });

  test.each([
    ["S8.17 GET", "assets/version", "/assets/version"],
    ["S8.18 POST", "/payment/subscribe", `${API}/payment/subscribe`],
    ["S8.20 POST", "/auth/register", `${API}/auth/register`],
    ["S8.20 POST", "/auth/login", `${API}/auth/login`],
    ["S8.22 POST", "/account/post", `${API}/account/post`],
    ["S8.23 PUT", "/account/post/1", `${API}/account/post/1`],
  ])("%s %s leads nowhere when it fails", async (how, url, path) => {
    const page = await arriveAs("registered@example.com");
    for (const status of [400, 403, 404, 500, 503, 504]) {
      await page.unrouteAll();
      await answerWith(page, path, status, { message: "INTERNAL_ERROR" });
      const method = how.split(" ")[1]!; // each row names one
      expect(await ask(page, method, url, method === "GET" ? {} : { body: {} })).toMatchObject({ status });
      expect(new URL(page.url()).pathname).toBe("/");
    }
  });
});

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
    await page.route("**/assets/config.json", async (route) => {
      const served = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...served, environment: "prod" } });
    });
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
    await page.goto("/admin/borrowers/all");
    await page.waitForURL("/error/403");
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
