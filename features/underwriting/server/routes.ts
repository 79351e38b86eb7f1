import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/underwriting/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
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
  ];
}
