// Owns what a visitor is told when something is refused: what happened and what to do, in plain words.
import { LinkFailure } from "#features/asset-reports/web/plaid-link.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { ApiError } from "#kit/web/http/api-error.ts";

const WORDS = PAGES.troubles;

export interface Trouble {
  readonly title: string;
  readonly text: string;
}

export function connectTrouble(error: Error): Trouble {
  const title = WORDS.notConnected;
  if (error instanceof LinkFailure) return { title, text: bankWords(error.providerCode) };
  if (!(error instanceof ApiError)) return { title: WORDS.scriptTitle, text: WORDS.script };
  switch (error.code) {
    case "PROVIDER_UNAVAILABLE":
      return { title: WORDS.providerTitle, text: WORDS.provider };
    case "INVALID_STATUS_TRANSITION":
      return { title: WORDS.closedTitle, text: WORDS.closed };
    case "LIMIT_REACHED":
      return { title, text: WORDS.banksFull };
    default:
      return { title, text: troubleText(error) };
  }
}

export function sendTrouble(error: Error): Trouble {
  return { title: WORDS.notSent, text: troubleText(error) };
}

export function troubleText(error: Error): string {
  switch (error instanceof ApiError ? error.code : undefined) {
    case "NETWORK":
      return WORDS.unreachable;
    case "TOO_MANY_REQUESTS":
    case "OVERLOADED":
      return WORDS.wait;
    case "STALE":
    case "CONSENT_REQUIRED":
      return WORDS.newer;
    case "LIMIT_REACHED":
      return WORDS.full;
    case "PAYLOAD_TOO_LARGE":
      return WORDS.tooLarge;
    case "UNSUPPORTED_MEDIA_TYPE":
    case "VALIDATION_ERROR":
      return WORDS.wrongFile;
    case "INVALID_STATUS_TRANSITION":
      return WORDS.closed;
    case "PROVIDER_UNAVAILABLE":
      return WORDS.provider;
    default:
      return WORDS.unknown;
  }
}

function bankWords(providerCode: string): string {
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return WORDS.credentials;
    case "ITEM_LOCKED":
      return WORDS.locked;
    default:
      return WORDS.refused(providerCode);
  }
}
