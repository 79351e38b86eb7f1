import * as z from "zod/mini";
import { Email } from "#platform/contract/fields.ts";
import type { Profile } from "./provider.ts";

const NAME_MAX = 100;
const URL_MAX = 500;

export const Subject = z.string().check(z.minLength(1), z.maxLength(255));
/** Absent, `null` or of another kind: not known. A person without a name is no reason to refuse them. */
export const Known = z.catch(z.nullish(z.string()), null);

export interface RawProfile {
  readonly subject: string;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  /** Where the provider keeps the name in one. */
  readonly fullName?: string | null | undefined;
  /** What the person goes by there, if nothing else is known. */
  readonly handle?: string | null | undefined;
  readonly email: string | null | undefined;
  readonly isEmailVerified: boolean;
  readonly pictureURL: string | null | undefined;
}

export function toProfile(raw: RawProfile): Profile {
  const email = Email.safeParse(raw.email).data ?? null;
  const [first, last] = raw.firstName ? [raw.firstName, raw.lastName] : splitName(raw.fullName);
  return {
    subject: raw.subject,
    firstName: tidy(first) || tidy(raw.handle) || tidy(email?.split("@")[0]) || "Friend",
    lastName: tidy(last),
    email,
    isEmailVerified: email !== null && raw.isEmailVerified,
    pictureURL: httpsOrNothing(raw.pictureURL),
  };
}

// The last word is the last name: wrong for some, and everybody may change it in the settings.
function splitName(fullName: string | null | undefined): [string, string] {
  const words = tidy(fullName).split(" ");
  return words.length < 2 ? [words.join(""), ""] : [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
}

function tidy(name: string | null | undefined): string {
  const plain = (name ?? "").replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return [...plain].slice(0, NAME_MAX).join("").trim();
}

function httpsOrNothing(url: string | null | undefined): string | null {
  if (!url || url.length > URL_MAX || !URL.canParse(url)) return null;
  return new URL(url).protocol === "https:" ? url : null;
}
