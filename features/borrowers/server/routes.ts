import * as calls from "#features/borrowers/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { assignBorrower, assignBorrowers } from "./assign.ts";
import * as borrowers from "./borrowers.ts";
import { notifyLender } from "./notify-lender.ts";
import { findBorrowerForReader } from "./readers.ts";

export function borrowerRoutes(deps: borrowers.BorrowerDeps): Route[] {
  return [
    route(calls.createBorrower, (actor, details) => borrowers.createBorrower(deps, actor, details)),
    route(calls.listBorrowers, (actor, page) => borrowers.listOwnBorrowers(deps, actor, page)),
    route(calls.findOwnBorrower, (actor, { id }) => borrowers.findBorrower(deps.db, actor, id)),
    route(calls.updateBorrower, (actor, details) => borrowers.updateBorrower(deps, actor, details)),
    route(calls.changeBorrowerStatus, (actor, change) => borrowers.changeStatus(deps, actor, change)),
    route(calls.assignBorrower, (actor, assignment) => assignBorrower(deps, actor, assignment)),
    route(calls.assignBorrowers, (actor, assignment) => assignBorrowers(deps, actor, assignment)),
    route(calls.listOrganizationBorrowers, (actor, page) => borrowers.listOrganizationBorrowers(deps, actor, page)),
    route(calls.updateLoan, (actor, terms) => borrowers.updateLoan(deps, actor, terms)),
    route(calls.notifyLender, (principal, { id }) => notifyLender(deps, principal, id)),
    route(calls.findBorrower, (actor, { id }) => findBorrowerForReader(deps, actor, id)),
  ];
}
