import * as z from "zod/mini";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

export const emailAuditCopy = tenantJob("audit-copies.mail-link", z.object({ organizationId: Id, copyId: Id }));
