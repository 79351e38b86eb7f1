import * as calls from "#features/borrower-portal/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { giveConsent, takeBackConsent } from "./consent.ts";
import type { BorrowerPortalDeps } from "./deps.ts";
import { listVisitLinks, sendVisitLink } from "./links.ts";
import { openVisit } from "./open-session.ts";
import { requestVisitLink } from "./request-link.ts";
import { answerTask, findVisit, uploadVisitDocument } from "./session.ts";

export function borrowerPortalRoutes(deps: BorrowerPortalDeps): Route[] {
  return [
    route(calls.listVisitLinks, (actor, { id }) => listVisitLinks(deps, actor, id)),
    route(calls.sendVisitLink, (actor, person) => sendVisitLink(deps, actor, person)),
    route(calls.openVisit, (visitor, link) => openVisit(deps, visitor, link)),
    route(calls.requestVisitLink, (_visitor, asked) => requestVisitLink(deps, asked)),
    route(calls.findVisit, (session) => findVisit(deps, session)),
    route(calls.giveConsent, async (session, consent) => {
      await giveConsent(deps, session, consent);
      return findVisit(deps, session);
    }),
    route(calls.answerTask, (session, answer) => answerTask(deps, session, answer)),
    route(calls.uploadVisitDocument, (session, upload) => uploadVisitDocument(deps, session, upload)),
    route(calls.takeBackConsent, async (session) => {
      await takeBackConsent(deps, session);
      return findVisit(deps, session);
    }),
  ];
}
