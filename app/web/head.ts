// Pure: used for prerendered pages and for navigation.
import { TAGLINE } from "#platform/text/tagline.ts";

export interface Head {
  readonly title: string;
  /** In order; each name or property once. */
  readonly metas: readonly Meta[];
  /** The page's canonical address, only for public pages. */
  readonly canonical: string | null;
}

export interface Meta {
  readonly attribute: "name" | "property";
  readonly key: string;
  readonly content: string;
}

/** A page as the build draws it. */
export interface DrawnPage {
  /** `/account/*` for every address below it without a page; `null` for all others. */
  readonly path: string | null;
  readonly head: Head;
  /** The content of #root. */
  readonly content: string;
  /** Whether the content is a placeholder for a page that depends on the visitor. */
  readonly isShell: boolean;
  /** The file of the page itself, where a shell asks for it and what it imports before the site's scripts do. */
  readonly module?: string;
}

interface Site {
  readonly productName: string;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** The path that the page is seen under. */
  readonly pathname: string;
}

/** A page as the map of URLs describes it. */
interface Described {
  readonly title?: string;
  readonly access?: "public" | "private";
  readonly description?: string;
  readonly isNoPage?: true;
  readonly isUnlisted?: true;
}

export function headOf(page: Described, site: Site): Head {
  const { title: words = "", access, description, isNoPage, isUnlisted } = page;
  const title = words === "" ? site.productName : `${words} | ${site.productName}`;
  if (access !== "public" || isNoPage || isUnlisted)
    return { title, metas: [named("robots", "noindex")], canonical: null };
  const canonical = site.publicUrl + site.pathname;
  const text = description ?? TAGLINE;
  return {
    title,
    canonical,
    metas: [
      named("description", text),
      property("og:title", title),
      property("og:description", text),
      property("og:type", "website"),
      property("og:url", canonical),
      property("og:image", `${site.publicUrl}/og.png`),
      property("og:image:width", "1200"),
      property("og:image:height", "630"),
      property("og:image:alt", TAGLINE),
      named("twitter:card", "summary_large_image"),
      property("og:site_name", `${site.productName}: ${TAGLINE}`),
    ],
  };
}

function named(key: string, content: string): Meta {
  return { attribute: "name", key, content };
}

function property(key: string, content: string): Meta {
  return { attribute: "property", key, content };
}
