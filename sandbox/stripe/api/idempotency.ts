// `Idempotency-Key`: the same key and request get the same answer for a day, a different request is refused.
import { createHash } from "node:crypto";
import { StripeFault } from "./faults.ts";
import type { KeptAnswer } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

const KEPT_MS = 24 * 3_600_000;
/** A limit for tests that run for days within one process. */
const MAX_STORED = 5000;

export interface Idempotency {
  /** The earlier answer. When there is none, marks the key as in progress. Throws Stripe's refusals. */
  begin(key: string, fingerprint: string): KeptAnswer | undefined;
  /** Ends what `begin` began, and stores the answer of a request that was carried out. */
  end(key: string, answer: KeptAnswer | null): void;
}

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash("sha256").update(`${method} ${path}\n${body}`).digest("base64");
}

export function openIdempotency({ config, memory, data }: Pick<StripeDeps, "config" | "memory" | "data">): Idempotency {
  const underWay = new Map<string, string>();
  return {
    begin(key, fingerprint) {
      const stored = data.answers[key];
      if (stored !== undefined && config.now().getTime() - stored.at < KEPT_MS) {
        if (stored.fingerprint !== fingerprint) throw otherRequest(key);
        return stored;
      }
      const running = underWay.get(key);
      if (running !== undefined) throw running === fingerprint ? inUse(key) : otherRequest(key);
      underWay.set(key, fingerprint);
      return undefined;
    },
    end(key, answer) {
      underWay.delete(key);
      if (answer === null) return;
      Reflect.deleteProperty(data.answers, key);
      data.answers[key] = answer;
      forgetOld();
      memory.changed();
    },
  };

  /** In the order in which they were stored, oldest first. */
  function forgetOld() {
    const since = config.now().getTime() - KEPT_MS;
    const keys = Object.keys(data.answers);
    for (const [index, key] of keys.entries()) {
      const isSurplus = keys.length - index > MAX_STORED;
      if (!isSurplus && (data.answers[key]?.at ?? 0) > since) return;
      Reflect.deleteProperty(data.answers, key);
    }
  }
}

function inUse(key: string): StripeFault {
  return new StripeFault(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function otherRequest(key: string): StripeFault {
  return new StripeFault(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
