import { BANKS_PER_BORROWER, REPORTS_PER_DAY } from "#features/asset-reports/contract.ts";
import { ApiError, codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { LinkFailure } from "./plaid-link.ts";

export interface Refusal {
  readonly title: string;
  readonly text: string;
}

export function connectRefusal(error: Error): Refusal {
  if (error instanceof LinkFailure) return linkRefusal(error.providerCode);
  if (!(error instanceof ApiError))
    return {
      title: "The bank window didn't open",
      text: "Something in this browser or network blocks it, often an ad blocker. Allow it for this page, then connect again.",
    };
  switch (error.code) {
    case "LIMIT_REACHED":
      return {
        title: "This borrower has reached the bank limit",
        text: `A borrower can have up to ${BANKS_PER_BORROWER} banks, and a report covers all of them. Reconnecting one replaces it.`,
      };
    case "INVALID_STATUS_TRANSITION":
      return { title: "This borrower is closed", text: "Restore the borrower, then connect the bank." };
    default:
      return commonRefusal(error, "We couldn't connect the bank");
  }
}

export function generateRefusal(error: Error): Refusal {
  switch (codeOf(error)) {
    case "NO_BANK_CONNECTION":
      return {
        title: "No bank connected",
        text: "A report needs at least one bank. Connect one, then generate the report.",
      };
    case "BANK_LOGIN_REQUIRED":
      return {
        title: "Reconnection needed",
        text: "The bank asks the borrower to sign in again. Reconnect it, then generate the report.",
      };
    case "LIMIT_REACHED":
      return {
        title: `You've reached today's limit of ${REPORTS_PER_DAY} reports`,
        text: "The limit is per borrower and day. The current report stays, and you can generate a new one tomorrow.",
      };
    case "SPEND_CAP_REACHED":
      return {
        title: "The report would go over this month's spend cap",
        text: "We didn't request it and you weren't charged. An admin can raise the cap under Organization. It resets next month.",
      };
    case "STALE":
      return {
        title: "The price has changed",
        text: "We didn't request the report. The new price is shown above. Generate again if you agree.",
      };
    case "INVALID_STATUS_TRANSITION":
      return { title: "This borrower is closed", text: "Restore the borrower, then generate the report." };
    default:
      return commonRefusal(error, "We couldn't request the report");
  }
}

export function downloadRefusal(error: Error): Refusal {
  if (codeOf(error) === "REPORT_NOT_READY") return { title: "No file yet", text: "Generate a report first." };
  return commonRefusal(error, "We couldn't download the report");
}

function commonRefusal(error: Error, title: string): Refusal {
  if (codeOf(error) === "PROVIDER_UNAVAILABLE")
    return {
      title: "The bank-data provider isn't responding",
      text: "This usually passes within minutes. Nothing was lost. Try again shortly.",
    };
  return { title, text: explain(error) };
}

function linkRefusal(providerCode: string): Refusal {
  const title = "We couldn't connect the bank";
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return {
        title,
        text: "The bank didn't accept the username or password. Try the ones used on its own site.",
      };
    case "ITEM_LOCKED":
      return { title, text: "The bank has locked this login. It has to be unlocked on the bank's own site first." };
    default:
      return { title, text: `The bank returned an error (${providerCode}). Try again, or connect another bank.` };
  }
}
