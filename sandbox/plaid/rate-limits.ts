// Plaid's rate limits in production, per minute: https://plaid.com/docs/errors/rate-limit-exceeded
import { type PlaidCode, PlaidFault } from "./errors.ts";

const MINUTE_MS = 60_000;

interface Limit {
  code: PlaidCode;
  /** Of each connection or report that a request names; null: only those of the client are counted. */
  perObject: number | null;
  perClient: number;
}

/** Only these three have codes of their own. */
const LIMITS: Readonly<Record<string, Limit>> = {
  "/accounts/get": { code: "ACCOUNTS_LIMIT", perObject: 15, perClient: 15_000 },
  "/asset_report/create": { code: "RATE_LIMIT", perObject: 5, perClient: 50 },
  "/asset_report/get": { code: "RATE_LIMIT", perObject: 15, perClient: 1_000 },
  "/asset_report/pdf/get": { code: "RATE_LIMIT", perObject: 15, perClient: 50 },
  "/asset_report/refresh": { code: "RATE_LIMIT", perObject: 5, perClient: 50 },
  "/institutions/get_by_id": { code: "INSTITUTIONS_GET_BY_ID_LIMIT", perObject: null, perClient: 400 },
  "/item/get": { code: "ITEM_GET_LIMIT", perObject: 15, perClient: 5_000 },
  "/item/remove": { code: "RATE_LIMIT", perObject: 30, perClient: 2_000 },
};

export interface RateLimits {
  /** Throws the code of the limit that this request exceeds. Refused requests don't count. */
  count(path: string, body: Record<string, unknown>): void;
  /** Forgets what was counted. */
  reset(): void;
}

/** `clientFactor` multiplies the limits of the client, not those of a connection or report. */
export function openRateLimits(now: () => Date, clientFactor: number): RateLimits {
  const recent = new Map<string, { at: number; tokens: unknown[] }[]>();
  return {
    count(path, body) {
      const limit = LIMITS[path];
      if (limit === undefined) return;
      const at = now().getTime();
      const counted = (recent.get(path) ?? []).filter((request) => at - request.at < MINUTE_MS);
      recent.set(path, counted);
      const tokens = tokensIn(body);
      const isOver =
        counted.length >= limit.perClient * clientFactor ||
        tokens.some((token) => {
          const same = counted.filter((request) => request.tokens.includes(token));
          return limit.perObject !== null && same.length >= limit.perObject;
        });
      if (isOver) throw new PlaidFault(limit.code);
      counted.push({ at, tokens });
    },
    reset: () => recent.clear(),
  };
}

function tokensIn({ access_token, access_tokens, asset_report_token }: Record<string, unknown>): unknown[] {
  const tokens = [
    access_token,
    asset_report_token,
    ...(Array.isArray(access_tokens) ? (access_tokens as unknown[]) : []),
  ];
  return [...new Set(tokens.filter((token) => token !== undefined))];
}
