// Owns title, description and canonical link of the page on show, and the focus after navigation.
import type { Router } from "./router.tsx";

const PRIVATE_ROBOTS = "noindex";

export function keepPageHead(router: Router, productName: string): void {
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    const { title = "", access, description } = router.state.matches.at(-1)?.staticData ?? {};
    const isPublic = access === "public";
    document.title = title === "" ? productName : `${title} | ${productName}`;
    setMeta("description", isPublic ? (description ?? "Intelligent Mortgage Tools") : null);
    setMeta("robots", isPublic ? null : PRIVATE_ROBOTS);
    setCanonical(isPublic ? window.location.origin + window.location.pathname : null);
    // A new page begins at its heading, for readers and keyboards too; the first one keeps the browser's own start.
    if (pathChanged && fromLocation) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  });
}

function setMeta(name: string, content: string | null): void {
  const element = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === null) element?.remove();
  else (element ?? append("meta", { name })).setAttribute("content", content);
}

function setCanonical(href: string | null): void {
  const element = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (href === null) element?.remove();
  else (element ?? append("link", { rel: "canonical" })).setAttribute("href", href);
}

function append(tag: "meta" | "link", attributes: Readonly<Record<string, string>>): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return document.head.appendChild(element);
}
