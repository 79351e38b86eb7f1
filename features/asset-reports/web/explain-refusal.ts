// Owns what the report's page says when something is refused: what happened, what it means, what to do.
import { BANKS_PER_BORROWER, REPORTS_PER_DAY } from "#features/asset-reports/contract.ts";
import { ApiError, codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { LinkFailure } from "./plaid-link.ts";

export interface Refusal {
  readonly title: string;
  readonly text: string;
}

export function connectRefusal(error: Error): Refusal {
  if (error instanceof LinkFailure) return linkRefusal(error.providerCode);
  if (!(error instanceof ApiError))
    return {
      title: "The bank dialog could not be loaded",
      text: "Something on this browser or network keeps the bank's own script away, often an ad blocker. Allow it for this page, then connect again.",
    };
  switch (error.code) {
    case "LIMIT_REACHED":
      return {
        title: "This borrower has as many banks as one can have",
        text: `That is ${BANKS_PER_BORROWER}. A report covers all of them; connecting one of them anew replaces it.`,
      };
    case "INVALID_STATUS_TRANSITION":
      return { title: "This borrower is closed", text: "Restore them on their page, then connect the bank." };
    default:
      return commonRefusal(error, "The bank was not connected");
  }
}

export function generateRefusal(error: Error): Refusal {
  switch (codeOf(error)) {
    case "NO_BANK_CONNECTION":
      return { title: "No bank is connected", text: "A report needs at least one. Connect a bank, then generate it." };
    case "BANK_LOGIN_REQUIRED":
      return {
        title: "The bank asks for a new log-in",
        text: "It gives no figures until the borrower has logged in there again. Repair the connection, then generate the report.",
      };
    case "LIMIT_REACHED":
      return {
        title: `${REPORTS_PER_DAY} reports were made today`,
        text: "That is the most for one borrower and day. The present report stays; a newer one can be made tomorrow.",
      };
    case "SPEND_CAP_REACHED":
      return {
        title: "The report would go over this month's spend cap",
        text: "It was not asked for and costs nothing. An admin can raise the cap under Organization; it begins anew next month.",
      };
    case "STALE":
      return {
        title: "The price has changed",
        text: "The report was not asked for. What it costs now stands above; generate it again if you agree.",
      };
    case "INVALID_STATUS_TRANSITION":
      return { title: "This borrower is closed", text: "Restore them on their page, then generate the report." };
    default:
      return commonRefusal(error, "The report was not asked for");
  }
}

export function downloadRefusal(error: Error): Refusal {
  if (codeOf(error) === "REPORT_NOT_READY")
    return { title: "There is no file yet", text: "It comes with the first report. Generate one." };
  return commonRefusal(error, "The report was not downloaded");
}

function commonRefusal(error: Error, title: string): Refusal {
  if (codeOf(error) === "PROVIDER_UNAVAILABLE")
    return {
      title: "The bank-data provider does not answer",
      text: "That is on their side and usually passes within minutes. Nothing was lost; try again shortly.",
    };
  return { title, text: explain(error) };
}

function linkRefusal(providerCode: string): Refusal {
  const title = "The bank was not connected";
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return {
        title,
        text: "The bank did not accept the username or password. Try again with the ones used on its own site.",
      };
    case "ITEM_LOCKED":
      return { title, text: "The bank has locked this log-in. It has to be unlocked on the bank's own site first." };
    default:
      return { title, text: `The bank refused (${providerCode}). Try again, or connect another bank.` };
  }
}
