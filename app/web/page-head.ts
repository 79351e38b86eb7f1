import { onPageTitle, ownPageTitle } from "#platform/web/page-title.ts";
import { headOf, type Head, type Meta } from "./head.ts";
import type { Router } from "./router.tsx";

export function keepPageHead(router: Router, productName: string): void {
  // The served page knows by which address the world reaches it; in development there is only the one at hand.
  const publicUrl = document.getElementById("root")?.dataset["publicUrl"] ?? window.location.origin;
  const show = () => {
    const page = router.state.matches.at(-1)?.staticData ?? {};
    const title = ownPageTitle() ?? page.title;
    showHead(
      headOf(
        { ...page, ...(title !== undefined && { title }) },
        { productName, publicUrl, pathname: window.location.pathname },
      ),
    );
  };
  onPageTitle(show);
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    show();
    // A new page begins at its heading, for readers and keyboards too; the first one keeps the browser's own start.
    if (pathChanged && fromLocation) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  });
}

/** Only these are the pages' own; the rest of the head stays as served. */
const OWN = 'meta[name="description"], meta[name="robots"], meta[property^="og:"], meta[name^="twitter:"]';

function showHead({ title, metas, canonical }: Head): void {
  document.title = title;
  const wanted = new Set(metas.map(selectorOf));
  for (const element of document.head.querySelectorAll(OWN))
    if (![...wanted].some((selector) => element.matches(selector))) element.remove();
  for (const meta of metas) {
    const { attribute, key, content } = meta;
    const element = document.head.querySelector(selectorOf(meta)) ?? append("meta", { [attribute]: key });
    element.setAttribute("content", content);
  }
  const link = document.head.querySelector('link[rel="canonical"]');
  if (canonical === null) link?.remove();
  else (link ?? append("link", { rel: "canonical" })).setAttribute("href", canonical);
}

function selectorOf({ attribute, key }: Meta): string {
  return `meta[${attribute}="${key}"]`;
}

function append(tag: "meta" | "link", attributes: Readonly<Record<string, string>>): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
  return element;
}
