import { describe, expect, test } from "vitest";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, waitFor } from "@testing-library/react";
import { createElement, useEffect, useState } from "react";
import { loanTitle } from "#features/borrowers/labels.ts";
import { usePageTitle } from "#platform/web/page-title.ts";
import { pages } from "./routes.tsx";
import { headOf } from "./head.ts";
import { keepPageHead } from "./page-head.ts";

describe("head", () => {
  const site = { productName: "Keyturn", publicUrl: "https://keyturn.example", pathname: "/terms-and-conditions" };

  test("a public page describes itself and names its one address", () => {
    const head = headOf({ title: "Terms", access: "public", description: "What is agreed." }, site);
    expect(head.title).toBe("Terms | Keyturn");
    expect(head.canonical).toBe("https://keyturn.example/terms-and-conditions");
    expect(Object.fromEntries(head.metas.map(({ key, content }) => [key, content]))).toMatchObject({
      description: "What is agreed.",
      "og:title": "Terms | Keyturn",
      "og:description": "What is agreed.",
      "og:url": "https://keyturn.example/terms-and-conditions",
      "og:image": "https://keyturn.example/og.png",
      "twitter:card": "summary_large_image",
    });
  });

  test("a private page has no canonical address, and asks not to be indexed", () => {
    const head = headOf({ title: "Borrowers", access: "private" }, site);
    expect(head).toEqual({
      title: "Borrowers | Keyturn",
      canonical: null,
      metas: [{ attribute: "name", key: "robots", content: "noindex" }],
    });
  });

  test("an unknown address has no canonical address either, although anyone can open it", () => {
    const unknown = pages.find(({ path }) => path === "$")!; // the map has it
    expect(headOf(unknown, { ...site, pathname: "/terms-and-conditionz" })).toEqual({
      title: "Page not found | Keyturn",
      canonical: null,
      metas: [{ attribute: "name", key: "robots", content: "noindex" }],
    });
  });

  test("the title or description of the start page contains the tagline", () => {
    const home = pages.find(({ path }) => path === "/")!; // the map has it
    const { title, metas } = headOf(home, site);
    expect([title, ...metas.map(({ content }) => content)].join("\n")).toContain("Intelligent Mortgage Tools");
  });

  test("every public page has a description of its own", () => {
    const indexed = pages.filter(({ access, isNoPage, isUnlisted }) => access === "public" && !isNoPage && !isUnlisted);
    const descriptions = indexed.map(({ description }) => description ?? "");
    expect(descriptions.filter((text, at) => text === "" || descriptions.indexOf(text) !== at)).toEqual([]);
  });
});

describe("page head", () => {
  let loaded: (loanNumber: string | null) => void;

  function Loan() {
    const [borrower, setBorrower] = useState<{ loanNumber: string | null }>();
    useEffect(() => {
      loaded = (loanNumber) => setBorrower({ loanNumber });
    }, []);
    usePageTitle(loanTitle(borrower, "asset report"));
    return "loan";
  }

  test("a page names its object once it is known, and the next page has a title of its own again", async () => {
    const root = createRootRoute();
    const page = (path: string, title: string, component: () => string) =>
      createRoute({ getParentRoute: () => root, path, component, staticData: { title, access: "private" } });
    const routes = [page("/loan", "Asset report", Loan), page("/list", "Borrowers", () => "list")];
    const history = createMemoryHistory({ initialEntries: ["/loan"] });
    const router = createRouter({ routeTree: root.addChildren(routes), history });
    keepPageHead(router as never, "Keyturn"); // of the site's router it uses the events and the matches
    await router.load();
    render(createElement(RouterProvider, { router }));
    await waitFor(() => expect(document.title).toBe("Asset report | Keyturn"));
    act(() => loaded("1042"));
    expect(document.title).toBe("Loan 1042: asset report | Keyturn");
    act(() => loaded(null));
    expect(document.title).toBe("Asset report | Keyturn");
    act(() => loaded("1042"));
    await act(() => router.navigate({ to: "/list" }));
    await waitFor(() => expect(document.title).toBe("Borrowers | Keyturn"));
  });
});
