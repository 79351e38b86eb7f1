import { afterEach, describe, expect, test, vi } from "vitest";
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { listStatements } from "#features/billing/contract.ts";
import { listAudit } from "#features/organizations/contract.ts";
import { endSession, readSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { pages, redirects } from "./routes.tsx";
import { parseSearch, requireRole, requireSession, stringifySearch } from "./router.tsx";
import { showError } from "./show-error.ts";

describe("routes", () => {
  test("every page has a title of its own", () => {
    const titles = pages.map(({ title }) => title);
    expect(titles.filter((title, at) => title === "" || titles.indexOf(title) !== at)).toEqual([]);
  });

  test("pages under account and admin are private, those under auth and error public", () => {
    const wrong = pages.filter(
      ({ path, access }) =>
        (/^\/(?:account|admin)\//.test(path) && access !== "private") ||
        (/^\/(?:auth|error)\//.test(path) && access !== "public"),
    );
    expect(wrong).toEqual([]);
  });

  test("a redirect leads to a page", () => {
    const paths = pages.map(({ path }) => path);
    expect(Object.values(redirects).filter((to) => !paths.includes(to))).toEqual([]);
  });

  test("admin pages turn away users whom their calls refuse; the plan page is also open to an only member", () => {
    const area = pages.filter(({ layout }) => layout === "admin");
    const wanted = area.map(({ path }) => {
      if (path === "/admin/billing/subscription") return undefined;
      return path.startsWith("/admin/billing/") ? listStatements.who : listAudit.who;
    });
    expect(area.map(({ who }) => who)).toEqual(wanted);
  });

  describe("search parameters", () => {
    test.each(["?a=1&b=2", "?page=01", "?q=true&empty=", ""])("%j stays unchanged", (query) => {
      expect(stringifySearch(parseSearch(query))).toBe(query);
    });
  });
});

describe("guard", () => {
  const PRIVATE = "/account/borrowers/all?status=invited";

  afterEach(() => {
    endSession();
    vi.useRealTimers();
  });

  async function visit(path: string) {
    const root = createRootRoute();
    const borrowers = createRoute({
      getParentRoute: () => root,
      path: "/account/borrowers/all",
      staticData: { access: "private" },
      beforeLoad: requireSession,
    });
    const audit = createRoute({
      getParentRoute: () => root,
      path: "/admin/audit",
      staticData: { access: "private" },
      beforeLoad: (asked) => requireRole(asked, ["root", "admin"]),
    });
    const others = createRoute({ getParentRoute: () => root, path: "$", staticData: { access: "public" } });
    const router = createRouter({
      routeTree: root.addChildren([borrowers, audit, others]),
      history: createMemoryHistory({ initialEntries: [path] }),
    });
    await router.load();
    return router;
  }

  test("a signed-out visitor of a private page gets the sign-in page, which says why", async () => {
    const { location } = (await visit(PRIVATE)).state;
    expect(location).toMatchObject({ pathname: "/auth/login", state: { logInFor: "private-page" } });
    expect(localStorage.getItem("redirectURL")).toBe(PRIVATE);
  });

  test("a session that expires while the page is open leads there too, and the page says so", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    signIn();
    const router = await visit(PRIVATE);
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
    readSession(); // as by the clock
    await router.invalidate();
    expect(router.state.location).toMatchObject({ pathname: "/auth/login", state: { logInFor: "ended-session" } });
    expect(localStorage.getItem("redirectURL")).toBe(PRIVATE);
  });

  test.each([
    ["INVALID_JWT", PRIVATE, PRIVATE],
    ["NO_USER", PRIVATE, null],
    ["INVALID_JWT", "/pricing", null],
  ] as const)("after 401 %s at %s signing in leads back to %s", async (code, path, target) => {
    signIn();
    const router = await visit(path);
    showError(router as never, "/error/401", { replaces: true, code }); // of the router it uses place and way
    expect(localStorage.getItem("redirectURL")).toBe(target);
  });

  describe("a page for admins", () => {
    const ADMIN = "/admin/audit";
    const REFRESH = "POST /auth/refresh-token";

    test("turns away a user who is not an admin before it is drawn, and checks their role once", async () => {
      signIn({ role: "observer" });
      const server = answerHttp({ [REFRESH]: { token: tokenOf({ role: "editor" }) } });
      for (let n = 0; n < 2; n++) {
        const { location } = (await visit(ADMIN)).state;
        expect(location).toMatchObject({ pathname: "/error/403", state: { failedBy: "FORBIDDEN", failedAt: ADMIN } });
      }
      expect(server.count(REFRESH)).toBe(1);
    });

    test("admits a user who became an admin after the token was made", async () => {
      signIn({ role: "observer", firstName: "Nora" });
      answerHttp({ [REFRESH]: { token: tokenOf({ role: "admin" }) } });
      expect((await visit(ADMIN)).state.location.pathname).toBe(ADMIN);
    });

    test("leaves the decision to its calls if the role cannot be checked", async () => {
      signIn({ role: "observer", firstName: "Vera" });
      answerHttp({ [REFRESH]: refusal(503, "OVERLOADED") });
      expect((await visit(ADMIN)).state.location.pathname).toBe(ADMIN);
    });

    test("does not check an admin again", async () => {
      signIn({ role: "admin" });
      const server = answerHttp({});
      expect((await visit(ADMIN)).state.location.pathname).toBe(ADMIN);
      expect(server.requests).toEqual([]);
    });
  });
});
