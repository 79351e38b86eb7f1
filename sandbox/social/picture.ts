// The pictures that the providers' people have: none that this machine would have to fetch, unless it is asked for.
import type { Person } from "./social-data.ts";

/** An address that begins so has a picture by https; everybody else one by http, which no site takes. */
const PICTURED = "pictured";

export function pictureOf({ email, subject }: Person): string {
  const scheme = email.toLowerCase().startsWith(PICTURED) ? "https" : "http";
  return `${scheme}://pictures.example/${subject}.jpg`;
}
