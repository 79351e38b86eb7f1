import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { passwordLength } from "#features/auth/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

declare module "#platform/server/context.ts" {
  interface Context {
    readonly passwords: Passwords;
  }
}

/** OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. */
const FIGURES = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
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
  // A hash of a random password, so that an unknown address takes the same time.
  const anonymous = hash(crypto.randomUUID(), FIGURES);
  const figures = `$m=${FIGURES.memoryCost},t=${FIGURES.timeCost},p=${FIGURES.parallelism}$`;

  return {
    hash: (password) => queue(() => hash(normalize(password), FIGURES)),
    async matches(stored, password) {
      const against = stored ?? (await anonymous);
      const same = await queue(() => verify(against, normalize(password)));
      return stored !== null && same;
    },
    isOutdated: (stored) => !stored.startsWith("$argon2id$") || !stored.includes(figures),
  };
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
