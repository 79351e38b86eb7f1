// Owns what follows a change of a borrower; asset-reports does it, since connections are its noun.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

/** A closed borrower's bank connections end, at the provider too. */
export const borrowerClosed = tenantJob("borrowers.closed", z.object({ organizationId: Id, borrowerId: Id }));
