// Draws the public pages at build time: what each says of itself, and where it reads the same for everybody, all of it.
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import type { WebConfig } from "#platform/contract/web-config.ts";
import { loadConfig } from "#platform/web/config.ts";
import { makeQueryClient } from "#platform/web/http/query.ts";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { pages, redirects } from "./routes.tsx";
import { headOf, type DrawnPage } from "./head.ts";
import { AppShell } from "./layouts/AppShell.tsx";
import { makeRouter, SiteTree } from "./router.tsx";

const AREAS_WITH_SIDE_NAV = ["/account/*", "/admin/*"];

const WAYS_IN: ReadonlySet<string> = new Set(["/auth/login", "/auth/register"]);
const WAYS_IN_MODULE = "app/web/layouts/WaysIn.tsx";

/** Every address that is one, as the router writes them. */
export const addresses = [
  ...pages.filter(({ isNoPage }) => !isNoPage).map(({ path }) => path),
  ...Object.keys(redirects),
];

/** The pages for search engines: those that are the same for everyone, and the two pages to sign in or register. */
export const listed = pages
  .filter(({ path, isSameForAll }) => (isSameForAll && !path.startsWith("/error/")) || WAYS_IN.has(path))
  .map(({ path }) => path);

type PageMarks = WebConfig["legal"] & Pick<WebConfig, "productName"> & { readonly publicUrl: string };

/** Draws with marks in place of the settings that only the running server knows. */
export async function drawPages({ productName, publicUrl, ...legal }: PageMarks): Promise<DrawnPage[]> {
  const site = { productName, publicUrl };
  await loadConfig(() => Promise.resolve(Response.json(configOf(productName, legal))));
  const shell = renderToString(<AppShell />);
  const drawn: DrawnPage[] = [null, ...AREAS_WITH_SIDE_NAV].map((path) => ({
    path,
    head: headOf({ access: "private" }, { ...site, pathname: "" }),
    content: path === null ? shell : renderToString(<AppShell hasSideNav />),
    isShell: true,
  }));
  for (const page of pages) {
    if (page.access !== "public" || page.path.includes("$")) continue;
    const head = headOf(page, { ...site, pathname: page.path });
    const isShell = !page.isSameForAll;
    if (WAYS_IN.has(page.path))
      drawn.push({ path: page.path, head, content: signInShell(page.title), isShell, module: WAYS_IN_MODULE });
    else drawn.push({ path: page.path, head, content: isShell ? shell : await contentOf(page.path), isShell });
  }
  return drawn;
}

/** Its fields come with its scripts: what is typed before would be lost. */
function signInShell(title: string): string {
  return renderToString(
    <AppShell>
      <div aria-hidden="true">
        <AuthPage title={title}>
          <Skeleton lines={6} />
        </AuthPage>
      </div>
    </AppShell>,
  );
}

async function contentOf(path: string): Promise<string> {
  const router = makeRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return renderToString(<SiteTree router={router} cache={makeQueryClient()} />);
}

/** Of all the settings the pages show only these; the others are never asked for while a page is drawn. */
function configOf(productName: string, legal: WebConfig["legal"]): WebConfig {
  return {
    environment: "prod",
    productName,
    backendURL: "",
    websocketURL: "",
    recaptchaSiteKey: "",
    stripePublishableKey: "",
    facebookClientID: "",
    githubClientID: "",
    googleClientID: "",
    twitterClientID: "",
    testHost: "",
    captchaTestToken: "",
    bannerEnabled: false,
    providerMode: "live",
    legal,
    scripts: { recaptcha: "", stripe: "", plaidLink: "", markdownEditor: "", markdownRenderer: "" },
  };
}
