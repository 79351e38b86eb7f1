import { render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { RULES } from "#features/underwriting/rules/rule-set.ts";
import { answerHttp, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { RulesPage } from "./RulesPage.tsx";
import { TermsPage } from "./TermsPage.tsx";
import { VersionPage } from "./VersionPage.tsx";
import { ErrorPage } from "./ErrorPage.tsx";
import { HomePage } from "./HomePage.tsx";

describe("RulesPage", () => {
  test("every rule is explained with its sources under its own anchor", () => {
    render(<RulesPage />);
    for (const [id, { title, sources }] of Object.entries(RULES)) {
      const heading = document.getElementById(id);
      expect(heading?.textContent).toBe(`${id} ${title}`);
      const rule = within(heading!.closest("section")!); // `!`: the line above found it
      rule.getByText("What clears it:");
      for (const { citation } of sources) expect(rule.getAllByText(citation).length).toBeGreaterThan(0);
    }
  });

  test("a source says when its text is from and how it was read", () => {
    render(<RulesPage />);
    const large = within(screen.getByRole("region", { name: "R3 Large deposit" }));
    const [fannie] = large.getAllByRole("listitem", { hidden: true });
    expect(fannie?.textContent).toBe(
      "Fannie Mae Selling Guide B3-4.2-02, text of 12/14/2022Fannie Mae · Read in the primary text",
    );
  });
});

describe("TermsPage", () => {
  test("the terms say what a report costs in addition to the plan", async () => {
    await readTestConfig();
    await renderAt("/terms-and-conditions", <TermsPage />);
    expect(document.body.textContent).toContain("Asset reports are $25 each.");
  });
});

describe("VersionPage", () => {
  // The gallery is large. Importing it first makes it available at once when the page requests it.
  beforeAll(async () => void (await import("./gallery/Gallery.tsx")), 60_000);

  const isOver = () => new Promise((resolve) => setTimeout(resolve, 50));

  async function show(environment: "local" | "stage" | "prod") {
    await readTestConfig({ environment });
    const server = answerHttp({ "GET /assets/version": () => new Response("1.2.3", { status: 200 }) });
    await renderAt("/version", <VersionPage layoutSamples={<p>a layout</p>} />);
    expect((await screen.findByTestId("app-version")).textContent).toBe("1.2.3");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Version");
    return server;
  }

  test.each(["local", "stage"] as const)(
    "in %s the gallery is below the version and sends no requests",
    async (place) => {
      const server = await show(place);
      const contents = await screen.findByRole("list", { name: "Gallery" });
      for (const link of within(contents).getAllByRole<HTMLAnchorElement>("link")) {
        const heading = document.getElementById(new URL(link.href).hash.slice(1));
        expect([heading?.tagName, heading?.textContent]).toEqual(["H2", link.textContent]);
      }
      screen.getByText("a layout");
      expect(server.requests.map(({ call }) => call)).toEqual(["GET /assets/version"]);
    },
  );

  test("in prod there is no gallery", async () => {
    await show("prod");
    await isOver();
    expect(screen.queryByRole("list", { name: "Gallery" })).toBeNull();
    expect(screen.queryAllByRole("heading", { level: 2 })).toEqual([]);
  });
});

describe("ErrorPage", () => {
  const warn = vi.fn();

  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(warn));
  afterEach(() => {
    vi.restoreAllMocks();
    warn.mockReset();
    endSession();
  });

  test.each(["400", "401", "403", "404", "500", "503", "504"])(
    "/error/%s shows its code in the heading",
    async (code) => {
      await renderAt(`/error/${code}`, <ErrorPage />);
      expect((await screen.findByRole("heading", { level: 1 })).textContent).toMatch(new RegExp(`^${code} \\w`));
    },
  );

  test.each(["/error/418", "/error/constructor", "/error/__proto__", "/error/%3Cscript%3E", "/error"])(
    "%s is a page that does not exist",
    async (path) => {
      await renderAt(path, <ErrorPage />);
      expect((await screen.findByRole("heading", { level: 1 })).textContent).toContain("404");
    },
  );

  test("the 401 page leads to the sign-in page", async () => {
    await renderAt("/error/401", <ErrorPage />);
    expect(await screen.findByRole("link", { name: "Log In" })).toHaveProperty("pathname", "/auth/login");
  });

  test("a 403 without a second factor says so and leads to the settings", async () => {
    const { router } = await renderAt("/error/403", <ErrorPage />);
    await screen.findByRole("heading", { name: /^403 You don't have access/ });
    await router.navigate({ to: "/error/403", state: { failedBy: "SECOND_FACTOR_NOT_SET_UP" } });
    await screen.findByRole("heading", { name: "403 Your organization requires two-factor authentication" });
    expect(screen.getByRole("link", { name: "Set up two-factor" })).toHaveProperty(
      "pathname",
      "/account/settings/authorization",
    );
  });

  test("on the way to another page it does not change, and logs nothing", async () => {
    const { router } = await renderAt("/error/403", <ErrorPage />);
    await router.navigate({ to: "/error/403", state: { failedBy: "SECOND_FACTOR_NOT_SET_UP" } });
    const heading = await screen.findByRole("heading", {
      name: "403 Your organization requires two-factor authentication",
    });
    const shown = vi.fn();
    const observer = new MutationObserver(() => shown(screen.queryByRole("heading")?.textContent));
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    await router.navigate({ to: "/" });
    await screen.findByText("elsewhere");
    observer.disconnect();
    expect(heading.isConnected).toBe(false);
    expect(shown.mock.calls.flat().filter(Boolean)).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  test("the 404 page shows a user of several organizations the active one and where to switch", async () => {
    signIn({ role: "admin", alsoAs: "observer" });
    await renderAt("/error/404", <ErrorPage />);
    await screen.findByText(/You work in Acme Lending now. The record may belong to another of your organizations/);
    expect(screen.getByRole("link", { name: "switch in Details" })).toHaveProperty(
      "pathname",
      "/account/settings/details",
    );
  });

  test.each([
    ["who works in one", "/error/404", { role: "admin" }],
    ["a visitor", "/error/404", null],
    ["who works in several, of another error", "/error/403", { role: "admin", alsoAs: "observer" }],
    ["who works in several, of an address that leads nowhere", "/no/such/page", { role: "admin", alsoAs: "observer" }],
  ] as const)("no error page mentions other organizations to %s", async (_, path, person) => {
    if (person !== null) signIn(person);
    await renderAt(path, <ErrorPage />);
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByText(/You work in/)).toBeNull();
  });

  test.each([
    ["inactive", ["Account Settings", "Go to the start page"]],
    ["guest", ["Account Settings", "Go to the start page"]],
    ["registered", ["Go to the start page"]],
  ] as const)("the 403 page leads %s to a page they may open", async (role, ways) => {
    signIn({ role });
    await renderAt("/error/403", <ErrorPage />);
    await screen.findByRole("heading", { level: 1 });
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(ways);
  });

  test.each([
    ["guest", "Account Settings"],
    ["observer", "Go to your borrowers"],
  ] as const)("the start page leads %s to a page they may open", async (role, way) => {
    signIn({ role });
    await renderAt("/", <HomePage />);
    await screen.findByRole("link", { name: way });
  });
});
