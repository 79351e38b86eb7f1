import DOMPurify from "dompurify";
import { currentConfig } from "./config.ts";

const SAFE_TYPES = ["html", "style", "script", "url", "resourceUrl"] as const;
export type SafeType = (typeof SAFE_TYPES)[number];

/** Schemes that open, mail or call; everything else could run. */
const LINK_SCHEMES = ["http:", "https:", "mailto:", "tel:"];
/** What loads or runs from within a style; a backslash could spell any of it. */
const ACTIVE_STYLE =
  /url\s*\(|image-set\s*\(|src\s*\(|@import|expression\s*\(|javascript:|-moz-binding|behavior\s*:|[\\<]/i;

/**
 * The value, made harmless: html without anything that runs, a link, an address to load from, a style or script that
 * neither loads nor runs (of scripts that is JSON alone).
 * Throws 'Invalid safe type', 'No value to sanitize', or UNSAFE_VALUE for what cannot be made harmless.
 */
export function safe(value: string | null | undefined, type: SafeType): string {
  if (!SAFE_TYPES.includes(type)) throw new Error("Invalid safe type");
  if (value === null || value === undefined || value === "") throw new Error("No value to sanitize");
  switch (type) {
    case "html":
      return DOMPurify.sanitize(value);
    case "style":
      return ACTIVE_STYLE.test(withoutComments(value)) ? refuse() : value;
    case "script":
      return safeScript(value);
    case "url":
      return LINK_SCHEMES.includes(absolute(value).protocol) ? value : refuse();
    case "resourceUrl":
      return resourceOrigins().includes(absolute(value).origin) ? value : refuse();
  }
}

function refuse(): never {
  throw new Error("UNSAFE_VALUE");
}

/** A relative address is the site's own. */
function absolute(value: string): URL {
  return URL.canParse(value, window.location.href) ? new URL(value, window.location.href) : refuse();
}

function resourceOrigins(): string[] {
  const scripts = Object.values(currentConfig().scripts).filter((url) => URL.canParse(url));
  return [window.location.origin, ...scripts.map((url) => new URL(url).origin)];
}

/** A comment between two letters hides a word from a search but not from a browser. */
function withoutComments(style: string): string {
  return style.replace(/\/\*[\s\S]*?\*\//g, "");
}

/** Data is the only script that does not run; `<` is written so that it cannot end the element around it. */
function safeScript(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value)).replaceAll("<", "\\u003c");
  } catch {
    return refuse();
  }
}
