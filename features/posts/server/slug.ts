// Owns how a title becomes the readable part of an address.
import { randomBytes } from "node:crypto";

const SLUG_LENGTH = 80;

/** Lower case letters, digits and hyphens; a title without any is `post`. */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  return words.slice(0, SLUG_LENGTH).replace(/-$/, "") || "post";
}

/** The same with an end that nobody else has. */
export function slugLike(slug: string): string {
  return `${slug}-${randomBytes(4).toString("hex")}`;
}
