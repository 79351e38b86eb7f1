// Plaid's Consumer Report: people, and the reports that a consumer reporting agency makes of their items.
import { PlaidFault } from "./errors.ts";
import { baseReport, verificationReport } from "./consumer-report-body.ts";
import { operation, type Operation, type PlaidDeps, WholeReply } from "./operation.ts";
import { type Identity, type Item, newUserId, type PlaidData, type Report, type User } from "./plaid-data.ts";
import type { ReportReply } from "./report-body.ts";
import { reportPdf } from "./report-pdf.ts";
import { healthyItems, startReport } from "./reports.ts";

export const CRA_PRODUCT = "cra_base_report";
const MIN_DAYS = 180;
const READABLE_MS = 24 * 60 * 60_000;
const REPORT_ERROR = "CONSUMER_REPORT_ERROR";

interface Create {
  user_id?: string;
  webhook: string;
  days_requested: number;
  client_report_id?: string | null;
}

interface Get {
  user_id?: string;
  item_ids?: string[] | null;
}

export const CONSUMER_REPORT_OPERATIONS: readonly Operation[] = [
  operation<{ client_user_id: string; identity?: Identity }>("/user/create", (deps, { client_user_id, identity }) => {
    const { users } = deps.memory.data;
    const known = Object.values(users).find((user) => user.clientUserId === client_user_id);
    if (identity !== undefined) refuseBadIdentity(identity);
    if (known !== undefined) return { user_id: known.id };
    const user: User = { id: newUserId(), clientUserId: client_user_id, identity: identity ?? {} };
    users[user.id] = user;
    deps.memory.changed();
    return { user_id: user.id };
  }),
  operation<{ user_id?: string; identity?: Identity | null }>("/user/update", ({ memory }, { user_id, identity }) => {
    const user = findUser(memory.data, user_id);
    refuseBadIdentity(identity ?? {});
    // Fields that are given replace those before, the others stay.
    user.identity = { ...user.identity, ...identity };
    memory.changed();
    return {};
  }),
  operation<{ user_id?: string }>("/user/remove", async ({ config, memory, bodies }, { user_id }) => {
    const { id } = findUser(memory.data, user_id);
    for (const item of itemsOfUser(memory.data, id)) item.removedAt = config.now().toISOString();
    for (const report of reportsOfUser(memory.data, id)) {
      report.state = "removed";
      await bodies.remove(report.id);
    }
    Reflect.deleteProperty(memory.data.users, id);
    memory.changed();
    return {};
  }),
  operation<Create>("/cra/check_report/create", (deps, { user_id, webhook, days_requested, client_report_id }) => {
    const user = findUser(deps.memory.data, user_id);
    createReport(deps, user, { webhook, daysRequested: days_requested, clientReportId: client_report_id ?? null });
    return {};
  }),
  operation<Get>("/cra/check_report/base_report/get", async (deps, { user_id, item_ids }) =>
    baseReport(await readReply(deps, user_id, item_ids ?? null)),
  ),
  operation<Get>("/cra/check_report/verification/get", async (deps, { user_id }) =>
    verificationReport(await readReply(deps, user_id, null)),
  ),
  operation<Get>(
    "/cra/check_report/pdf/get",
    async (deps, { user_id }) =>
      new WholeReply("application/pdf", reportPdf(await readReply(deps, user_id, null), "Consumer Report")),
  ),
];

/** A report of the user's items, from Link or on request. */
export function createReport(
  deps: PlaidDeps,
  user: User,
  { webhook, daysRequested, clientReportId }: Pick<Report, "webhook" | "daysRequested" | "clientReportId">,
): void {
  const items = itemsOfUser(deps.memory.data, user.id);
  if (items.length === 0) throw new PlaidFault("NO_ACCOUNTS", null, "CHECK_REPORT_ERROR");
  startReport(deps, healthyItems(deps, items, false), {
    ...{ webhook, clientReportId, user: {}, parentId: null, excludedAccountIds: null },
    daysRequested: Math.max(daysRequested, MIN_DAYS),
    userId: user.id,
  });
}

/** Throws USER_NOT_FOUND; MISSING_FIELDS for a user of whom a consumer reporting agency would not know enough. */
export function findReportable(data: PlaidData, userId: string | undefined): User {
  const user = findUser(data, userId);
  if (!isComplete(user.identity)) throw new PlaidFault("MISSING_FIELDS", "identity of the user");
  return user;
}

function findUser(data: PlaidData, userId: string | undefined): User {
  if (userId === undefined) throw new PlaidFault("MISSING_FIELDS", "user_id");
  const user = data.users[userId];
  if (user === undefined) throw new PlaidFault("USER_NOT_FOUND");
  return user;
}

function itemsOfUser(data: PlaidData, userId: string): Item[] {
  return Object.values(data.items).filter(
    (item) => item.userId === userId && item.removedAt === null && item.products.includes(CRA_PRODUCT),
  );
}

function reportsOfUser(data: PlaidData, userId: string): Report[] {
  return Object.values(data.reports).filter((report) => report.userId === userId);
}

/** The user's newest report. */
async function readReply(deps: PlaidDeps, userId: string | undefined, itemIds: string[] | null): Promise<ReportReply> {
  const { data } = deps.memory;
  const report = reportsOfUser(data, findUser(data, userId).id).at(-1);
  if (report === undefined) throw new PlaidFault("CONSUMER_REPORT_NOT_FOUND");
  if (report.state === "pending") throw new PlaidFault("PRODUCT_NOT_READY", null, REPORT_ERROR);
  if (report.state === "failed") throw new PlaidFault("DATA_UNAVAILABLE", null, "CHECK_REPORT_ERROR");
  const age = deps.config.now().getTime() - Date.parse(report.requestedAt);
  const text = age >= READABLE_MS ? undefined : await deps.bodies.read(report.id);
  if (text === undefined) throw new PlaidFault("CONSUMER_REPORT_EXPIRED");
  const reply = JSON.parse(text) as ReportReply;
  // The golden person's second bank has no item of its own, so it goes with the first.
  const left = report.itemIds.filter((id) => itemIds !== null && !itemIds.includes(id));
  const items = reply.report.items.filter(({ item_id }) => !left.includes(item_id));
  return { ...reply, report: { ...reply.report, client_report_id: report.clientReportId, items } };
}

function isComplete({ name, date_of_birth, emails = [], phone_numbers = [], addresses = [] }: Identity): boolean {
  const hasPrimary = [emails, phone_numbers, addresses].every((list) => list.some(({ primary }) => primary));
  return Boolean(name?.given_name && name.family_name && date_of_birth) && hasPrimary;
}

function refuseBadIdentity({ date_of_birth, phone_numbers = [], addresses = [] }: Identity): void {
  if (date_of_birth && !/^\d{4}-\d\d-\d\d$/.test(date_of_birth)) throw new PlaidFault("INVALID_FIELD", "date_of_birth");
  if (phone_numbers.some(({ data }) => !/^\+[1-9]\d{6,14}$/.test(data)))
    throw new PlaidFault("INVALID_FIELD", "phone_numbers");
  if (addresses.some(({ country }) => country !== "US")) throw new PlaidFault("INVALID_FIELD", "addresses");
}
