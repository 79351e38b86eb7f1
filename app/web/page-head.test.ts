import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, waitFor } from "@testing-library/react";
import { createElement, useEffect, useState } from "react";
import { expect, test } from "vitest";
import { loanTitle } from "#features/borrowers/labels.ts";
import { usePageTitle } from "#platform/web/page-title.ts";
import { keepPageHead } from "./page-head.ts";

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
