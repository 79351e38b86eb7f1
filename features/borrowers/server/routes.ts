// The doors to borrowers.
import * as calls from "#features/borrowers/contract.ts";
import { route, type Route } from "#kit/server/serve.ts";
import * as borrowers from "./borrowers.ts";

export function borrowerRoutes(deps: borrowers.BorrowerDeps): Route[] {
  return [
    route(calls.createBorrower, (actor, details) => borrowers.createBorrower(deps, actor, details)),
    route(calls.listBorrowers, (actor, page) => borrowers.listOwnBorrowers(deps, actor, page)),
    route(calls.findOwnBorrower, (actor, { id }) => borrowers.findBorrower(deps.db, actor, id)),
    route(calls.updateBorrower, (actor, details) => borrowers.updateBorrower(deps, actor, details)),
    route(calls.changeBorrowerStatus, (actor, change) => borrowers.changeStatus(deps, actor, change)),
    route(calls.assignBorrower, (actor, assignment) => borrowers.assignBorrower(deps, actor, assignment)),
    route(calls.assignBorrowers, (actor, assignment) => borrowers.assignBorrowers(deps, actor, assignment)),
    route(calls.listOrganizationBorrowers, (actor, page) => borrowers.listOrganizationBorrowers(deps, actor, page)),
    route(calls.findBorrower, (actor, { id }) => borrowers.findBorrowerForReader(deps, actor, id)),
  ];
}
