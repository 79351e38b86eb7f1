// The pages of the site by who may open them: a visitor, a borrower in a borrower session, a loan officer, an admin.
import type { Page } from "playwright-core";
import { apiPerson } from "./api.ts";
import { adminPages, privatePages, PUBLIC_PAGES, type SitePage } from "./site-pages.ts";
import { PORTAL_PAGES } from "./portal-site-pages.ts";
import { knownBy, type Visitors, type VisitOptions } from "./visitors.ts";

export const KINDS = ["public", "visit", "private", "admin"] as const;
export type Kind = (typeof KINDS)[number];

/** A visitor who may open all pages of this kind. */
export async function arriveFor(
  kind: Kind,
  visitors: Visitors,
  options: VisitOptions = {},
): Promise<{ page: Page; pages: readonly SitePage[] }> {
  if (kind === "public") return { page: await visitors.arrive(options), pages: PUBLIC_PAGES };
  if (kind === "visit") return { page: await visitors.arrive(options), pages: PORTAL_PAGES };
  const person = await apiPerson(kind === "admin" ? "admin@example.com" : "registered@example.com");
  const page = await visitors.arrive({ ...options, ...knownBy(person) });
  return { page, pages: await (kind === "admin" ? adminPages : privatePages)(person) };
}
