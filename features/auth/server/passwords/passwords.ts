import { availableParallelism } from "node:os";
import type * as Argon2 from "@node-rs/argon2";
import { passwordLength } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";

/** The most common entries of lists of leaked passwords, and words of the mortgage trade. */
const LABELS = `
  password passwort passw pass admin administrator root user login guest default test testing temp secret master
  welcome letmein changeme iloveyou love lovely sexy money cash rich freedom whatever nothing trustno unknown hello
  monkey dragon tiger lion eagle bear horse panda shark falcon phoenix wolf puppy kitty kitten butterfly dolphin
  princess prince queen king angel baby babygirl sweetheart honey darling sunshine rainbow flower cookie chocolate
  cheese pepper banana orange apple cherry ginger coffee pizza summer winter spring autumn fall january february march
  april may june july august september october november december monday tuesday wednesday thursday friday saturday
  sunday football baseball basketball soccer hockey tennis golf softball racing champion winner yankees cowboys lakers
  steelers eagles patriots chelsea liverpool arsenal manchester united barcelona madrid juventus superman batman
  spiderman pokemon starwars matrix ninja hunter killer soldier marine warrior shadow ghost knight wizard magic
  michael jordan jennifer jessica ashley amanda daniel andrew joshua matthew robert thomas william charlie george
  anthony nicole michelle maggie samantha hannah james john david joseph ashley taylor justin brandon jackson thunder
  lightning computer internet server windows google facebook github twitter samsung iphone apple microsoft amazon
  america american usa london paris newyork texas california chicago boston dallas florida company office work
  business manager support service public private access account bank banking mortgage lender lending loan loans
  borrower finance credit house home realty escrow underwriter keyturn correct battery staple forever always jesus
  christ blessed heaven family mother father brother sister friend friends blink purple yellow green black white blue
  red silver gold golden diamond crystal star stars moon fire water snow ice rock metal mustang ferrari porsche
  corvette mercedes toyota honda yamaha harley guitar music dance player gamer minecraft fortnite nintendo
`
  .split(/\s+/)
  .filter((word) => word.length >= 3)
  .toSorted((one, other) => other.length - one.length);

const LISTED = new Set(["correcthorsebatterystaple"]);

/** Rows and columns of keyboards and other well-known sequences. They also match backwards. */
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "qazwsxedcrfvtgbyhnujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "zaq12wsxcde34rfv",
].flatMap((row) => [row, [...row].toReversed().join("")]);
const SHORTEST_RUN = 3;

const LEET: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/** The longest repeated part, in characters, that counts as one part. */
const LONGEST_REPEATED = 6;

/** @param minLength of passwords. Common parts and the characters between them must count for half of it. */
export function isCommonPassword(password: string, minLength: number): boolean {
  const folded = password.normalize("NFKC").toLowerCase();
  if (LISTED.has(folded.replaceAll(/[^a-z]/g, "")) || isRepeated([...folded])) return true;
  const plain = [...folded].map((char) => LEET[char] ?? char).join("");
  return partsIn(folded, plain) < minLength / 2;
}

function isRepeated(chars: readonly string[]): boolean {
  for (let size = 1; size <= Math.min(LONGEST_REPEATED, chars.length / 2); size++)
    if (chars.every((char, at) => char === chars[at % size])) return true;
  return false;
}

/**
 * Each common word, sequence, year and repeated character is one part, whatever its length. Every other character is
 * one part.
 * @param plain the same text with letters in place of look-alike signs
 */
function partsIn(text: string, plain: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; parts++) at += lengthOfPart(text.slice(at), plain.slice(at));
  return parts;
}

function lengthOfPart(text: string, plain: string): number {
  const word = LABELS.find((one) => text.startsWith(one) || plain.startsWith(one))?.length ?? 0;
  const run = Math.max(...ROWS.map((row) => runLength(text, row)));
  const year = /^(?:19|20)\d\d/.exec(text)?.[0].length ?? 0;
  const repeated = /^(.)\1+/su.exec(text)?.[0].length ?? 0;
  return Math.max(word, run, year, repeated, /^./su.exec(text)?.[0].length ?? 1);
}

function runLength(text: string, row: string): number {
  const from = row.indexOf(text.slice(0, SHORTEST_RUN));
  if (from < 0 || text.length < SHORTEST_RUN) return 0;
  let length = SHORTEST_RUN;
  while (length < text.length && row[from + length] === text[length]) length++;
  return length;
}

declare module "#platform/server/context.ts" {
  interface Context {
    readonly passwords: Passwords;
  }
}

/** OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. */
const FIGURES = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** Loads the library, which the first password would do otherwise. Rejects where it is not installed. */
  open(): Promise<void>;
  hash(password: string): Promise<string>;
  /** Takes equally long with and without a hash, so that the time reveals nothing about the account. */
  matches(stored: string | null, password: string): Promise<boolean>;
  /** Whether the stored hash was made with other parameters and should be replaced. */
  isOutdated(stored: string): boolean;
}

/** One core is left for other requests, or many sign-ins at once would slow them all. */
const CORES_FOR_HASHES = Math.max(1, availableParallelism() - 1);

export function openPasswords({ atOnce = CORES_FOR_HASHES, waiting = 200 } = {}): Passwords {
  const queue = boundedQueue(atOnce, waiting);
  let first: Promise<{ argon2: typeof Argon2; anonymous: string }> | undefined;
  // Not at once: one hash and the library are a twentieth of the CPU until the first answer.
  const open = () => (first ??= openArgon2());
  const figures = `$m=${FIGURES.memoryCost},t=${FIGURES.timeCost},p=${FIGURES.parallelism}$`;

  return {
    async open() {
      await open();
    },
    hash: (password) =>
      queue(async () => {
        const { argon2 } = await open();
        return argon2.hash(normalize(password), FIGURES);
      }),
    async matches(stored, password) {
      const same = await queue(async () => {
        const { argon2, anonymous } = await open(); // with and without a stored hash, so that the first takes as long too
        return argon2.verify(stored ?? anonymous, normalize(password));
      });
      return stored !== null && same;
    },
    isOutdated: (stored) => !stored.startsWith("$argon2id$") || !stored.includes(figures),
  };
}

async function openArgon2() {
  const argon2 = await import("@node-rs/argon2");
  // A hash of a random password, so that an unknown address takes the same time.
  return { argon2, anonymous: await argon2.hash(crypto.randomUUID(), FIGURES) };
}

// NIST SP 800-63B-4: the same characters typed on another keyboard must compare equal.
function normalize(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Refuses a password that is too short, common, or made of words of the user or their lender. Never used at sign-in.
 */
export function requireGoodPassword(password: string, minLength: number, words: readonly string[]): void {
  const length = passwordLength(password);
  if (length < minLength) throw refused("TOO_SMALL");
  const folded = normalize(password).toLowerCase();
  const contextual = ["keyturn", ...words.flatMap((word) => word.toLowerCase().split(/[@.\s]+/))];
  const rest = contextual.filter((word) => word.length >= 4).reduce((left, word) => left.replaceAll(word, ""), folded);
  if (passwordLength(rest) < minLength / 2) throw refused("TOO_PERSONAL");
  if (isCommonPassword(password, minLength)) throw refused("TOO_COMMON");
}

function refused(code: string): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field: "password", code }] });
}

/** Runs at most `atOnce` tasks at a time. Others wait, and above `waiting` they are refused with OVERLOADED. */
function boundedQueue(atOnce: number, waiting: number) {
  const line: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new AppError("OVERLOADED", { retryAfter: 5 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else running++;
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else running--;
    }
  };
}
