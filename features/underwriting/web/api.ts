import { queryOptions, useMutation } from "@tanstack/react-query";
import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import {
  acceptDecision,
  addComment,
  addEvidence,
  approveOverlay,
  changeComment,
  changeDocument,
  changeEvidence,
  COMMENT_CHANGED,
  confirmFact,
  createOverlay,
  deleteOverlay,
  endOverlay,
  downloadDocuments,
  listDocuments,
  listComments,
  listOverlays,
  listDecisions,
  listEvidence,
  listReviews,
  proposeOverlay,
  readDocument,
  rejectOverlay,
  removeComment,
  removeDocument,
  reviewDocument,
  reviewEvidence,
  undoDecision,
  updateOverlay,
  uploadDocument,
  waiveFinding,
  withdrawOverlay,
} from "#features/underwriting/contract.ts";
import { sendRaw } from "#platform/web/http/client.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { refreshOn, servedBy } from "#platform/web/http/live.ts";

export const evidenceOf = query(listEvidence);
export const decisionsOf = query(listDecisions);
export const reviews = query(listReviews);
export const commentsOf = query(listComments);

export const documentsOf = query(listDocuments);

refreshOn(BORROWER_UPDATED, [evidenceOf, decisionsOf, documentsOf, reviews]);
refreshOn(COMMENT_CHANGED, [commentsOf]);

/** Report, borrower and lists depend on evidence and decisions. */
const refreshes = () => servedBy(BORROWER_UPDATED);

export const useAddEvidence = () => useChange(addEvidence, { refreshes: refreshes() });
export const useChangeEvidence = () => useChange(changeEvidence, { refreshes: refreshes() });
export const useReviewEvidence = () => useChange(reviewEvidence, { refreshes: refreshes() });
export const useConfirmFact = () => useChange(confirmFact, { refreshes: refreshes() });
export const useWaiveFinding = () => useChange(waiveFinding, { refreshes: refreshes() });
export const useAcceptDecision = () => useChange(acceptDecision, { refreshes: refreshes() });
export const useUndoDecision = () => useChange(undoDecision, { refreshes: refreshes() });
export const useUploadDocument = () => useChange(uploadDocument, { refreshes: refreshes() });
export const useChangeDocument = () => useChange(changeDocument, { refreshes: refreshes() });
export const useReviewDocument = () => useChange(reviewDocument, { refreshes: refreshes() });
export const useRemoveDocument = () => useChange(removeDocument, { refreshes: refreshes() });

export const useDownloadDocuments = () =>
  useMutation<string, Error, string>({ mutationFn: (borrowerId) => downloadFile(downloadDocuments, { borrowerId }) });

/** The file itself, to be shown. Each reading is recorded, so it is not asked for again. */
export const documentFile = (id: string) =>
  queryOptions({
    queryKey: ["document file", id],
    queryFn: async ({ signal }) => (await sendRaw(readDocument, { id }, { signal })).blob(),
    staleTime: Infinity,
    gcTime: 0,
  });
export const useAddComment = () => useChange(addComment, { refreshes: [commentsOf] });
export const useChangeComment = () => useChange(changeComment, { refreshes: [commentsOf] });
export const useRemoveComment = () => useChange(removeComment, { refreshes: [commentsOf] });

export const useReadDocument = () =>
  useMutation<string, Error, string>({ mutationFn: (id) => downloadFile(readDocument, { id }) });

export const overlays = query(listOverlays);

const everyOverlay = { refreshes: [overlays] };

export const useCreateOverlay = () => useChange(createOverlay, everyOverlay);
export const useUpdateOverlay = () => useChange(updateOverlay, everyOverlay);
export const useProposeOverlay = () => useChange(proposeOverlay, everyOverlay);
export const useWithdrawOverlay = () => useChange(withdrawOverlay, everyOverlay);
export const useApproveOverlay = () => useChange(approveOverlay, everyOverlay);
export const useRejectOverlay = () => useChange(rejectOverlay, everyOverlay);
export const useEndOverlay = () => useChange(endOverlay, everyOverlay);
export const useDeleteOverlay = () => useChange(deleteOverlay, everyOverlay);
