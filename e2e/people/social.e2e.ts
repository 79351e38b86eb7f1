import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { logIn, logOut, sendLogIn, storedToken } from "../login.ts";
import { linkIn, mailsTo, newestMailTo, newPerson } from "../new-person.ts";
import { authorize, continueWith, SOCIAL, somebodySocial } from "../providers.ts";

const AUTHORIZATION = "/account/settings/authorization";

const payloadOf = async (page: Page) => {
  const token = await storedToken(page);
  const part = token?.split(".")[1] ?? "";
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
};
const isIn = (page: Page) => expect(page.getByRole("button", { name: "User menu" })).toBeVisible();

for (const social of SOCIAL) {
  test.describe(social, () => {
    test("signs a new person up, and logs them in again", async ({ visitors }) => {
      const someone = somebodySocial();
      const page = await visitors.arrive();
      const bodies: string[][] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("-auth"))
          bodies.push(Object.keys(request.postDataJSON() as object));
      });
      await continueWith(page, social, someone);
      await isIn(page);
      expect(new URL(page.url()).pathname).toBe("/");
      const user = await payloadOf(page);
      expect(user).toMatchObject({ hasSocialAuth: true, firstName: "Sol", lastName: "Social", email: someone.email });
      expect(await mailsTo(someone.email), "no mail step").toEqual([]);
      await page.goto("/account/borrowers/create");
      const create = page.getByRole("button", { name: "Create Borrower" });
      await expect(create).toBeVisible();
      await expect(create).not.toHaveAttribute("aria-disabled");

      await logOut(page);
      await continueWith(page, social, someone);
      await isIn(page);
      expect((await payloadOf(page))["id"]).toBe(user["id"]);
      const keys = social === "Twitter" ? ["oauth_verifier", "oauth_token"] : ["code", "state"];
      expect(bodies).toEqual([keys, keys]);
    });

    test("is connected from the settings, returns there, logs the person in, and is disconnected", async ({
      visitors,
    }) => {
      const someone = somebodySocial();
      const person = await newPerson();
      const page = await visitors.arrive();
      await logIn(page, person.email, person.password);
      await page.goto(AUTHORIZATION);
      await page.getByRole("button", { name: `Connect ${social}`, exact: true }).click();
      await authorize(page, someone);
      await page.waitForURL(AUTHORIZATION);
      await expect(page.getByRole("button", { name: `Disconnect ${social}` })).toBeVisible();
      expect(await payloadOf(page)).toMatchObject({ email: person.email, hasSocialAuth: true });
      await newestMailTo(person.email, "was connected to your account");

      const elsewhere = await visitors.arrive();
      await continueWith(elsewhere, social, someone);
      await isIn(elsewhere);
      expect(await payloadOf(elsewhere)).toMatchObject({ email: person.email });

      await page.getByRole("button", { name: `Disconnect ${social}` }).click();
      await expect(page.getByRole("button", { name: `Connect ${social}`, exact: true })).toBeVisible();
      await logOut(elsewhere);
      await continueWith(elsewhere, social, someone);
      await isIn(elsewhere);
      expect((await payloadOf(elsewhere))["email"], "another account by now").toBe(someone.email);
    });

    test("a person who declines sees that, and nothing is stored", async ({ visitors }) => {
      const page = await visitors.arrive();
      await page.goto("/auth/register");
      await page.getByRole("button", { name: `Continue with ${social}` }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Sign-in canceled" })).toBeVisible();
      expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty("token");
      await page.getByRole("link", { name: "Back to Log In" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    });
  });
}

test.describe("coming back from a provider", () => {
  test("leads to the private page that was requested first", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/account/borrowers/all?status=invited");
    await page.waitForURL("/auth/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await authorize(page, somebodySocial());
    await page.waitForURL("/account/borrowers/all?status=invited");
  });

  for (const [what, stored, sent] of [
    ["another state", "one-state", "another-state"],
    ["no state", "one-state", ""],
    ["a state where none was stored", null, "one-state"],
  ] as const) {
    test(`with ${what} goes to /error/500 without a request to the server`, async ({ visitors }) => {
      const page = await visitors.arrive();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto("/");
      if (stored !== null) await page.evaluate((state) => localStorage.setItem("socialState", state), stored);
      await page.goto(`/auth/social?social=google&code=any-code&state=${sent}`);
      await page.waitForURL("/error/500");
      await expect(page.getByRole("heading", { level: 1, name: "500" })).toBeVisible();
      expect(asked.filter((path) => path.includes("/social/"))).toEqual([]);
      expect(await storedToken(page)).toBeNull();
    });
  }

  test("with a matching state that the server never issued is refused by the server", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /\b409\b/ });
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("socialState", "made-up"));
    const asked = page.waitForRequest((request) => request.url().endsWith("/social/github-auth"));
    await page.goto("/auth/social?social=github&code=any-code&state=made-up");
    expect((await asked).postDataJSON()).toEqual({ code: "any-code", state: "made-up" });
    await page.waitForURL("/error/500");
  });

  test("with a code that the provider refuses shows the failure and logs no one in", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /\b409\b/ });
    await page.goto("/auth/login");
    await page.route("**/google/o/oauth2/v2/auth?*", async (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const back = new URL(asked.get("redirect_uri")!); // every authorize address has one
      back.searchParams.set("code", "bad-code");
      back.searchParams.set("state", asked.get("state")!);
      await route.fulfill({ status: 302, headers: { location: back.href } });
    });
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "has expired" })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test("removes code and state from the address, and going back does not send them again", async ({ visitors }) => {
    const page = await visitors.arrive();
    await continueWith(page, "GitHub", somebodySocial());
    await isIn(page);
    let asked = 0;
    page.on("request", (request) => (asked += request.url().endsWith("-auth") ? 1 : 0));
    await page.goto("/privacy-policy");
    await page.goBack();
    await isIn(page);
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(asked).toBe(0);
  });
});

test.describe("a provider that returns too little", () => {
  for (const [what, social, email] of [
    ["no address", "Facebook", ""],
    ["an unconfirmed address", "Google", "unverified.sol@example.org"],
  ] as const) {
    test(`with ${what}: the page asks for it, and an email confirms it`, async ({ visitors }) => {
      const typed = somebodySocial().email;
      const page = await visitors.arrive({ expects: /\b409\b/ });
      await continueWith(page, social, { ...somebodySocial(), email });
      await expect(page.getByRole("heading", { level: 1, name: "What's your email?" })).toBeVisible();
      await page.getByLabel("Email").fill(typed);
      await page.getByRole("button", { name: "Continue" }).click();
      await isIn(page);
      expect(await payloadOf(page)).toMatchObject({ email: typed, emailConfirmed: false, hasSocialAuth: true });
      await page.goto(linkIn(await newestMailTo(typed)).href);
      await page.waitForURL("/auth/email-confirmed");
      expect(await payloadOf(page)).toMatchObject({ emailConfirmed: true });
    });
  }

  test("signing in with another user's address does not open their account", async ({ visitors }) => {
    const victim = await newPerson();
    const page = await visitors.arrive({ expects: /\b409\b/ });
    await continueWith(page, "Google", { ...somebodySocial(), email: victim.email });
    await expect(
      page.getByRole("heading", { level: 1, name: "An account with this email already exists" }),
    ).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await page.getByRole("button", { name: "Log in to connect Google" }).click();
    await sendLogIn(page, victim.email, victim.password);
    await page.waitForURL("/account/settings/authorization");
    expect(await payloadOf(page)).toMatchObject({ hasSocialAuth: false });
  });
});

for (const [what, order] of [
  ["answers with 500", { mode: "error500" }],
  ["isn't responding", { mode: "hang" }],
] as const) {
  test(`when a provider ${what}, the page reports it within seconds and still works`, async ({ visitors, steer }) => {
    const page = await visitors.arrive({ expects: /\b502\b/ });
    await page.goto("/auth/login");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await expect(page.getByRole("button", { name: "Authorize" })).toBeVisible();
    await steer("github", order);
    const began = Date.now();
    await authorize(page, somebodySocial());
    await expect(page.getByRole("heading", { level: 1, name: "GitHub isn't responding" })).toBeVisible();
    expect(Date.now() - began).toBeLessThan(15_000); // the sandbox itself never answers
    await page.getByRole("link", { name: "Back to Log In" }).click();
    await sendLogIn(page, "registered@example.com");
    await isIn(page);
  });
}
