import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/underwriting/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import {
  cancelBackTest,
  exportChanges,
  listBackTests,
  listChanges,
  readBackTest,
  startBackTest,
} from "./back-tests/back-tests.ts";
import { listEditions } from "./back-tests/editions.ts";
import { evaluateChosen } from "./back-tests/evaluate-chosen.ts";
import {
  changeDocument,
  downloadDocuments,
  listDocuments,
  readDocument,
  removeDocument,
  reviewDocument,
  uploadDocument,
} from "./documents.ts";
import { acceptDecision, confirmFact, listDecisions, undoDecision, waiveFinding } from "./decisions.ts";
import { addComment, changeComment, listComments, removeComment } from "./comments.ts";
import { addEvidence, changeEvidence, listEvidence, reviewEvidence } from "./evidence.ts";
import * as overlays from "./overlays/overlays.ts";
import { listReviews } from "./reviews.ts";

export function underwritingRoutes(ctx: Context): Route[] {
  return [
    route(calls.listEvidence, (actor, { borrowerId }) => listEvidence(ctx, actor, borrowerId)),
    route(calls.addEvidence, (actor, details) => addEvidence(ctx, actor, details)),
    route(calls.changeEvidence, (actor, details) => changeEvidence(ctx, actor, details)),
    route(calls.reviewEvidence, (actor, review) => reviewEvidence(ctx, actor, review)),
    route(calls.listDocuments, (actor, { borrowerId }) => listDocuments(ctx, actor, borrowerId)),
    route(calls.downloadDocuments, (actor, { borrowerId }) => downloadDocuments(ctx, actor, borrowerId)),
    route(calls.uploadDocument, (actor, upload) => uploadDocument(ctx, actor, upload)),
    route(calls.readDocument, (actor, { id }) => readDocument(ctx, actor, id)),
    route(calls.changeDocument, (actor, change) => changeDocument(ctx, actor, change)),
    route(calls.reviewDocument, (actor, review) => reviewDocument(ctx, actor, review)),
    route(calls.removeDocument, (actor, { id }) => removeDocument(ctx, actor, id)),
    route(calls.listDecisions, (actor, { borrowerId }) => listDecisions(ctx, actor, borrowerId)),
    route(calls.confirmFact, (actor, fact) => confirmFact(ctx, actor, fact)),
    route(calls.waiveFinding, (actor, waiver) => waiveFinding(ctx, actor, waiver)),
    route(calls.acceptDecision, (actor, { id }) => acceptDecision(ctx, actor, id)),
    route(calls.undoDecision, (actor, { id }) => undoDecision(ctx, actor, id)),
    route(calls.listReviews, (actor) => listReviews(ctx, actor)),
    route(calls.listComments, (actor, { borrowerId }) => listComments(ctx, actor, borrowerId)),
    route(calls.addComment, (actor, comment) => addComment(ctx, actor, comment)),
    route(calls.changeComment, (actor, comment) => changeComment(ctx, actor, comment)),
    route(calls.removeComment, (actor, { id }) => removeComment(ctx, actor, id)),
    route(calls.listOverlays, (actor) => overlays.listOverlays(ctx, actor)),
    route(calls.createOverlay, (actor, details) => overlays.createOverlay(ctx, actor, details)),
    route(calls.updateOverlay, (actor, change) => overlays.updateOverlay(ctx, actor, change)),
    route(calls.proposeOverlay, (actor, seen) => overlays.proposeOverlay(ctx, actor, seen)),
    route(calls.withdrawOverlay, (actor, seen) => overlays.withdrawOverlay(ctx, actor, seen)),
    route(calls.approveOverlay, (actor, seen) => overlays.approveOverlay(ctx, actor, seen)),
    route(calls.rejectOverlay, (actor, rejection) => overlays.rejectOverlay(ctx, actor, rejection)),
    route(calls.endOverlay, (actor, seen) => overlays.endOverlay(ctx, actor, seen)),
    route(calls.deleteOverlay, (actor, { id }) => overlays.deleteOverlay(ctx, actor, id)),
    route(calls.listEditions, (actor) => listEditions(ctx, actor)),
    route(calls.listBackTests, (actor) => listBackTests(ctx, actor)),
    route(calls.readBackTest, (actor, { id }) => readBackTest(ctx, actor, id)),
    route(calls.startBackTest, (actor, { subject }) => startBackTest(ctx, actor, subject)),
    route(calls.cancelBackTest, (actor, { id }) => cancelBackTest(ctx, actor, id)),
    route(
      calls.listBackTestChanges,
      (actor, page) => listChanges(ctx, actor, page),
      (actor, page) => exportChanges(ctx, actor, page),
    ),
    route(calls.evaluateAgain, (actor, chosen) => evaluateChosen(ctx, actor, chosen)),
  ];
}
