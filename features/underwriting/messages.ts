import { fileSize } from "#platform/text/text.ts";
import { DOCUMENT_MAX_BYTES, DOCUMENTS_PER_BORROWER } from "./contract.ts";
import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  evidence: {
    STALE: "Someone else updated this evidence. Your changes aren't saved yet. Review it, then save again.",
    LIMIT_REACHED: "This borrower has the most evidence allowed. Add to a source that exists already.",
  },
  review: {
    SECOND_PERSON_REQUIRED: "You added or changed this. Your organization requires a second person to accept it.",
    OWN_EVIDENCE: "You sent this as the borrower. Someone else must accept it.",
  },
  acceptance: {
    STALE: "Someone else has already accepted or undone this. Nothing was changed.",
    SECOND_PERSON_REQUIRED: "You proposed this. Your organization requires a second person to accept it.",
    OWN_EVIDENCE: "You sent its document as the borrower. Someone else must accept it.",
    FORBIDDEN: "Only an admin can accept a waiver.",
  },
  overlay: {
    STALE: "Someone else changed this overlay. Nothing was saved. Reload to see its current state.",
    SECOND_PERSON_REQUIRED: "You wrote a part of this overlay. Another admin must approve it.",
    SECOND_PERSON_MISSING: "No one else can approve it. Invite another admin first.",
    LIMIT_REACHED: "Your organization has reached the limit of overlays. Delete a draft that you no longer need.",
    NOT_FOUND: "This overlay was deleted. Reload the page to see the current ones.",
  },
  backTest: {
    BACK_TEST_RUNNING: "Another test is running. Wait until it ends, or cancel it.",
    NOT_FOUND: "A newer test has replaced this one. Reload the page to see it.",
  },
  comment: {
    STALE: "This comment was changed on another page. Your changes aren't saved yet. Copy your text, then reload.",
    LIMIT_REACHED: "This borrower has the most comments allowed. Delete one you no longer need.",
    NOT_FOUND: "This comment was deleted.",
  },
  decision: {
    STALE:
      "The evaluation changed while this was open. Nothing was saved. Close this, review the finding, then try again.",
    LIMIT_REACHED: "This borrower has the most decisions allowed. Undo one that you no longer need.",
    DOCUMENT_REQUIRED: "This confirmation needs a document. Add one, then confirm again.",
    NOT_WAIVABLE: "This finding can't be waived.",
  },
  document: {
    STALE: "Someone else changed this document. Nothing was saved. Review it, then try again.",
    OWN_EVIDENCE: "You sent this document as the borrower. Someone else must accept it.",
  },
  upload: {
    LIMIT_REACHED: `this borrower has the most documents allowed (${DOCUMENTS_PER_BORROWER}). Remove one you no longer need.`,
    UNSUPPORTED_MEDIA_TYPE: "the file isn't a PDF, JPG or PNG.",
    VALIDATION_ERROR: "the file is empty.",
    VIRUS_FOUND: "the file contains a virus. It was not stored, and the attempt is on record.",
    PASSWORD_PROTECTED: "the PDF is protected with a password. Save a copy without one, then upload that.",
    DUPLICATE_DOCUMENT: "this borrower already has the same file.",
    PROVIDER_UNAVAILABLE: "we couldn't check it for viruses. It was not stored. Try again in a minute.",
    PAYLOAD_TOO_LARGE: `the file is larger than ${fileSize(DOCUMENT_MAX_BYTES)}. Scan it at a lower resolution.`,
  },
} as const satisfies Record<string, ErrorMessages>;
