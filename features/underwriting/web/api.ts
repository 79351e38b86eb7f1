import { useMutation } from "@tanstack/react-query";
import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import {
  addEvidence,
  changeEvidence,
  confirmFact,
  listEvidence,
  readDocument,
  removeDocument,
  reviewEvidence,
  undoDecision,
  uploadDocument,
  waiveFinding,
} from "#features/underwriting/contract.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { refreshOn, servedBy } from "#platform/web/http/live.ts";

export const evidenceOf = query(listEvidence);

refreshOn(BORROWER_UPDATED, [evidenceOf]);

/** Report, borrower and lists depend on evidence and decisions. */
const refreshes = () => servedBy(BORROWER_UPDATED);

export const useAddEvidence = () => useChange(addEvidence, { refreshes: refreshes() });
export const useChangeEvidence = () => useChange(changeEvidence, { refreshes: refreshes() });
export const useReviewEvidence = () => useChange(reviewEvidence, { refreshes: refreshes() });
export const useConfirmFact = () => useChange(confirmFact, { refreshes: refreshes() });
export const useWaiveFinding = () => useChange(waiveFinding, { refreshes: refreshes() });
export const useUndoDecision = () => useChange(undoDecision, { refreshes: refreshes() });
export const useUploadDocument = () => useChange(uploadDocument, { refreshes: refreshes() });
export const useRemoveDocument = () => useChange(removeDocument, { refreshes: refreshes() });

export const useReadDocument = () =>
  useMutation<string, Error, string>({ mutationFn: (id) => downloadFile(readDocument, { id }) });
