// The doors to the borrower's visit.
import * as calls from "#features/visits/contract.ts";
import { route, type Route } from "#kit/server/http/serve.ts";
import { giveConsent, takeBackConsent } from "./consent.ts";
import type { VisitDeps } from "./deps.ts";
import { listVisitLinks, sendVisitLink } from "./links.ts";
import { openVisit } from "./open-visit.ts";
import { requestVisitLink } from "./request-link.ts";
import { answerTask, findVisit, uploadVisitDocument } from "./visit.ts";

export function visitRoutes(deps: VisitDeps): Route[] {
  return [
    route(calls.listVisitLinks, (actor, { id }) => listVisitLinks(deps, actor, id)),
    route(calls.sendVisitLink, (actor, person) => sendVisitLink(deps, actor, person)),
    route(calls.openVisit, (visitor, link) => openVisit(deps, visitor, link)),
    route(calls.requestVisitLink, (_visitor, asked) => requestVisitLink(deps, asked)),
    route(calls.findVisit, (visit) => findVisit(deps, visit)),
    route(calls.giveConsent, async (visit, consent) => {
      await giveConsent(deps, visit, consent);
      return findVisit(deps, visit);
    }),
    route(calls.answerTask, (visit, answer) => answerTask(deps, visit, answer)),
    route(calls.uploadVisitDocument, (visit, upload) => uploadVisitDocument(deps, visit, upload)),
    route(calls.takeBackConsent, async (visit) => {
      await takeBackConsent(deps, visit);
      return findVisit(deps, visit);
    }),
  ];
}
