import { randomBytes } from "node:crypto";

const SLUG_LENGTH = 80;

/** Lower case letters, digits and hyphens. A title without any becomes `post`. */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  return words.slice(0, SLUG_LENGTH).replace(/-$/, "") || "post";
}

/** The same with a unique suffix. */
export function slugLike(slug: string): string {
  return `${slug}-${randomBytes(4).toString("hex")}`;
}
