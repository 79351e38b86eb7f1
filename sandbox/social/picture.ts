// The pictures of the providers' people. By default no site loads them, because tests must not depend on a fetch.
import type { Person } from "./social-data.ts";

/** Addresses that begin like this have a picture by https. All others have one by http, which no site accepts. */
const PICTURED = "pictured";

export function pictureOf({ email, subject }: Person): string {
  const scheme = email.toLowerCase().startsWith(PICTURED) ? "https" : "http";
  return `${scheme}://pictures.example/${subject}.jpg`;
}
