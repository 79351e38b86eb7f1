import * as calls from "#features/underwriting/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import type { UnderwritingDeps } from "./deps.ts";
import { readDocument, removeDocument, uploadDocument } from "./documents.ts";
import { confirmFact, listDecisions, undoDecision, waiveFinding } from "./decisions.ts";
import { addEvidence, changeEvidence, listEvidence, reviewEvidence } from "./evidence.ts";

export function underwritingRoutes(deps: UnderwritingDeps): Route[] {
  return [
    route(calls.listEvidence, (actor, { borrowerId }) => listEvidence(deps, actor, borrowerId)),
    route(calls.addEvidence, (actor, details) => addEvidence(deps, actor, details)),
    route(calls.changeEvidence, (actor, details) => changeEvidence(deps, actor, details)),
    route(calls.reviewEvidence, (actor, review) => reviewEvidence(deps, actor, review)),
    route(calls.uploadDocument, (actor, upload) => uploadDocument(deps, actor, upload)),
    route(calls.readDocument, (actor, { id }) => readDocument(deps, actor, id)),
    route(calls.removeDocument, (actor, { id }) => removeDocument(deps, actor, id)),
    route(calls.listDecisions, (actor, { borrowerId }) => listDecisions(deps, actor, borrowerId)),
    route(calls.confirmFact, (actor, fact) => confirmFact(deps, actor, fact)),
    route(calls.waiveFinding, (actor, waiver) => waiveFinding(deps, actor, waiver)),
    route(calls.undoDecision, (actor, { id }) => undoDecision(deps, actor, id)),
  ];
}
