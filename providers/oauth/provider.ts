import * as z from "zod/mini";
import { Email } from "#platform/contract/fields.ts";
import { AppError } from "#platform/contract/errors.ts";

// What each provider's opener gives. Its fields and error codes stop there.

export interface OauthConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `null`: the provider's own hosts. */
  readonly baseUrl: string | null;
}

/** An attempt that was begun at a provider. */
export interface SignInStarted {
  /** Where the person says yes or no. */
  readonly authorizeURL: string;
  /** What only we may know until the end; the end needs it. */
  readonly secret: string | null;
  /** The provider's own name for the attempt, where it gives one. */
  readonly requestToken: string | null;
}

/** What the browser brought back, with what was stored at the beginning of the attempt. */
export interface Proof {
  readonly code: string;
  readonly redirectURL: string;
  readonly secret: string | null;
  readonly requestToken: string | null;
}

/** Whom the provider vouches for. */
export interface Profile {
  /** The provider's own name for them: never changes, never given to another. */
  readonly subject: string;
  readonly firstName: string;
  /** May be empty. */
  readonly lastName: string;
  readonly email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  readonly isEmailVerified: boolean;
  /** By https, else `null`. */
  readonly pictureURL: string | null;
}

export interface OauthProvider {
  /** Throws PROVIDER_UNAVAILABLE. */
  begin(attempt: { state: string; redirectURL: string }): Promise<SignInStarted>;
  /** Uses the code up. Throws SOCIAL_REFUSED for a code that is not good, PROVIDER_UNAVAILABLE for everything else. */
  profileOf(proof: Proof): Promise<Profile>;
}

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

/** All requests of one act together. */
export const DEADLINE_MS = 4_500;

/** GitHub refuses requests that do not say who asks. */
export const USER_AGENT = "Keyturn";

export function refusedCode(provider: string, reason: string): AppError {
  return new AppError("SOCIAL_REFUSED", { cause: new Error(`${provider}: ${reason}`) });
}
