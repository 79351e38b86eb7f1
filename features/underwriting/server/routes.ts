import * as calls from "#features/underwriting/contract.ts";
import { route, type Route } from "#kit/server/http/serve.ts";
import type { EvidenceDeps } from "./deps.ts";
import { readDocument, removeDocument, uploadDocument } from "./documents.ts";
import { addEvidence, changeEvidence, listEvidence, reviewEvidence } from "./evidence.ts";

export function evidenceRoutes(deps: EvidenceDeps): Route[] {
  return [
    route(calls.listEvidence, (actor, { borrowerId }) => listEvidence(deps, actor, borrowerId)),
    route(calls.addEvidence, (actor, details) => addEvidence(deps, actor, details)),
    route(calls.changeEvidence, (actor, details) => changeEvidence(deps, actor, details)),
    route(calls.reviewEvidence, (actor, review) => reviewEvidence(deps, actor, review)),
    route(calls.uploadDocument, (actor, upload) => uploadDocument(deps, actor, upload)),
    route(calls.readDocument, (actor, { id }) => readDocument(deps, actor, id)),
    route(calls.removeDocument, (actor, { id }) => removeDocument(deps, actor, id)),
  ];
}
