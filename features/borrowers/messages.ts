import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  status: {
    INVALID_STATUS_TRANSITION: "This status is no longer available because the borrower changed. Choose again.",
    STALE: "Someone else just updated this borrower. Review the changes, then choose again.",
  },
  groups: {
    STALE: "Someone else just updated this borrower. Review the changes, then choose again.",
    NOT_FOUND: "Nothing was changed. You can only add or remove groups you're in. Ask an admin for the others.",
    VALIDATION_ERROR:
      "Nothing was changed. Keep the borrower in at least one group. Without a group, everyone in your organization could see them.",
  },
  loan: {
    STALE: "Someone else updated this loan. Your changes aren't saved yet. Review the differences, then save again.",
  },
  whatIf: {
    STALE: "Someone else updated this borrower. Your terms aren't saved yet. Review the changes, then save again.",
  },
  borrower: {
    LIMIT_REACHED:
      "Your organization has reached today's limit for secure links. Create the borrower without one and invite them tomorrow.",
    STALE:
      "Someone else updated this borrower. Your changes aren't saved yet. Review the differences, then save again.",
  },
  loanNumber: {
    LOAN_NUMBER_TAKEN: "Another borrower in your organization has this loan number. Correct it or leave it blank",
  },
  delete: {
    LEGAL_HOLD: "A legal hold is on, so nothing can be deleted. An admin has to lift it first.",
    HAS_REPORT: "This borrower has a report, so an admin has to delete it. Nothing was deleted.",
  },
  assign: { NOT_FOUND: "One of the borrowers or the colleague is no longer in your organization." },
} as const satisfies Record<string, ErrorMessages>;
