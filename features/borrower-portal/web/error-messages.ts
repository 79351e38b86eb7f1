import { LinkFailure } from "#features/asset-reports/web/plaid-link.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { ApiError } from "#platform/web/http/api-error.ts";

const TEXTS = PAGES.troubles;

export interface Trouble {
  readonly title: string;
  readonly text: string;
}

export function connectTrouble(error: Error): Trouble {
  const title = TEXTS.notConnected;
  if (error instanceof LinkFailure) return { title, text: bankWords(error.providerCode) };
  if (!(error instanceof ApiError)) return { title: TEXTS.scriptTitle, text: TEXTS.script };
  switch (error.code) {
    case "PROVIDER_UNAVAILABLE":
      return { title: TEXTS.providerTitle, text: TEXTS.provider };
    case "INVALID_STATUS_TRANSITION":
      return { title: TEXTS.closedTitle, text: TEXTS.closed };
    case "LIMIT_REACHED":
      return { title, text: TEXTS.banksFull };
    default:
      return { title, text: troubleText(error) };
  }
}

export function sendTrouble(error: Error): Trouble {
  return { title: TEXTS.notSent, text: troubleText(error) };
}

export function troubleText(error: Error): string {
  switch (error instanceof ApiError ? error.code : undefined) {
    case "NETWORK":
      return TEXTS.unreachable;
    case "TOO_MANY_REQUESTS":
    case "OVERLOADED":
      return TEXTS.wait;
    case "STALE":
    case "CONSENT_REQUIRED":
      return TEXTS.newer;
    case "LIMIT_REACHED":
      return TEXTS.full;
    case "PAYLOAD_TOO_LARGE":
      return TEXTS.tooLarge;
    case "UNSUPPORTED_MEDIA_TYPE":
    case "VALIDATION_ERROR":
      return TEXTS.wrongFile;
    case "INVALID_STATUS_TRANSITION":
      return TEXTS.closed;
    case "PROVIDER_UNAVAILABLE":
      return TEXTS.provider;
    default:
      return TEXTS.unknown;
  }
}

function bankWords(providerCode: string): string {
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return TEXTS.credentials;
    case "ITEM_LOCKED":
      return TEXTS.locked;
    default:
      return TEXTS.refused(providerCode);
  }
}
