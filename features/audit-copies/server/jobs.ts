// Owns what follows the making of an audit copy.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

export const mailAuditCopy = tenantJob("audit-copies.mail-link", z.object({ organizationId: Id, copyId: Id }));
