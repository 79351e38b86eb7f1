import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";

export function explainDecision(error: Error): string {
  switch (codeOf(error)) {
    case "STALE":
      return "The evaluation changed while this was open. Nothing was saved. Close this, review the finding, then try again.";
    case "LIMIT_REACHED":
      return "This borrower has the most decisions allowed. Undo one that you no longer need.";
    case "DOCUMENT_REQUIRED":
      return "This confirmation needs a document. Add one, then confirm again.";
    case "NOT_WAIVABLE":
      return "This finding can't be waived.";
    default:
      return explain(error);
  }
}
