import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/borrowers/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { assignBorrower, assignBorrowers } from "./assign.ts";
import * as borrowers from "./borrowers.ts";
import { findBorrowerForReader } from "./borrowers.ts";
import { deleteBorrower } from "./delete-borrower.ts";
import { setLegalHold } from "./legal-hold.ts";
import { previewLoanFile } from "./loan-file/preview-loan-file.ts";
import { notifyLender } from "./notify-lender.ts";

export function borrowerRoutes(ctx: Context): Route[] {
  return [
    route(calls.createBorrower, (actor, details) => borrowers.createBorrower(ctx, actor, details)),
    route(calls.previewLoanFile, async (_actor, file) => previewLoanFile(file)),
    route(
      calls.listBorrowers,
      (actor, page) => borrowers.listOwnBorrowers(ctx, actor, page),
      (actor, page) => borrowers.exportOwnBorrowers(ctx, actor, page),
    ),
    route(calls.countBorrowers, (actor) => borrowers.countOwnBorrowers(ctx, actor)),
    route(calls.findOwnBorrower, (actor, { id }) => borrowers.findBorrower(ctx.db, actor, id)),
    route(calls.updateBorrower, (actor, details) => borrowers.updateBorrower(ctx, actor, details)),
    route(calls.changeBorrowerStatus, (actor, change) => borrowers.changeStatus(ctx, actor, change)),
    route(calls.assignBorrower, (actor, assignment) => assignBorrower(ctx, actor, assignment)),
    route(calls.assignBorrowers, (actor, assignment) => assignBorrowers(ctx, actor, assignment)),
    route(calls.setLegalHold, (actor, hold) => setLegalHold(ctx, actor, hold)),
    route(calls.deleteBorrower, (actor, input) => deleteBorrower(ctx, actor, input)),
    route(
      calls.listOrganizationBorrowers,
      (actor, page) => borrowers.listOrganizationBorrowers(ctx, actor, page),
      (actor, page) => borrowers.exportOrganizationBorrowers(ctx, actor, page),
    ),
    route(calls.countOrganizationBorrowers, (actor) => borrowers.countOrganizationBorrowers(ctx, actor)),
    route(calls.updateLoan, (actor, terms) => borrowers.updateLoan(ctx, actor, terms)),
    route(calls.notifyLender, (principal, { id }) => notifyLender(ctx, principal, id)),
    route(calls.findBorrower, (actor, { id }) => findBorrowerForReader(ctx, actor, id)),
  ];
}
