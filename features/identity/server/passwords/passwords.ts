// Owns how passwords are kept and checked: Argon2id off the event loop, a bounded number at once.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { passwordLength } from "#features/identity/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. */
const FIGURES = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long whether there is a hash or not, so that time tells nothing of the account. */
  matches(stored: string | null, password: string): Promise<boolean>;
  /** Whether the stored hash was made with other figures and should be made anew. */
  isOutdated(stored: string): boolean;
}

/** One core stays for everybody else's requests, or a rush of log-ins would slow them all. */
const CORES_FOR_HASHES = Math.max(1, availableParallelism() - 1);

export function openPasswords({ atOnce = CORES_FOR_HASHES, waiting = 200 } = {}): Passwords {
  const queue = boundedQueue(atOnce, waiting);
  // A hash of nobody's password, made once, to spend the same time on an unknown address.
  const nobody = hash(crypto.randomUUID(), FIGURES);
  const figures = `$m=${FIGURES.memoryCost},t=${FIGURES.timeCost},p=${FIGURES.parallelism}$`;

  return {
    hash: (password) => queue(() => hash(normalize(password), FIGURES)),
    async matches(stored, password) {
      const against = stored ?? (await nobody);
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

/** Refuses a password that is too short, common, or made of the person's or their lender's own words. Never asked at log-in. */
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

/** Runs at most `atOnce` tasks; more wait in line, and past `waiting` they are refused with OVERLOADED. */
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
