import type * as contract from "#features/asset-reports/contract.ts";
import { aPublicToken, attest } from "#features/asset-reports/server/test-bank.ts";
import { aStatementFile } from "#features/asset-reports/server/statement-files/test-files.ts";
import { anAuditor, share } from "#features/asset-reports/server/sharing/test-audit-copies.ts";
import { addDays, utcToday } from "#platform/dates/days.ts";
import type { Lender } from "../lender.ts";
import type { Stage } from "../stage.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

const openings = new WeakMap<Lender, Promise<{ token: string; passCode: string }>>();

/** Link and passcode of a report that the lender shares; the same each time. */
function anOpening(stage: Stage): Promise<{ token: string; passCode: string }> {
  const opening =
    openings.get(stage.lender) ?? stage.reported().then(async ({ id }) => share(await stage.lender.as("admin"), id));
  openings.set(stage.lender, opening);
  return opening;
}

/** A borrower whose bank may be connected. */
async function anAuthorized({ lender, borrower }: Stage): Promise<string> {
  const { id } = await borrower();
  await attest(await lender.as("admin"), id);
  return id;
}

export const reports: RowsOf<typeof contract> = {
  createLinkToken: { works: async (stage) => ({ borrowerId: await anAuthorized(stage) }), names: ["borrowerId"] },
  exchangePublicToken: {
    works: async (stage) => ({
      borrowerId: await anAuthorized(stage),
      publicToken: await aPublicToken(stage.test),
    }),
    names: ["borrowerId"],
  },
  exportBorrower: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  findGovernancePacket: { works: () => Promise.resolve({ from: "2026-01-01", to: "2026-03-31" }), names: [] },
  downloadGovernancePacket: { works: () => Promise.resolve({ from: "2026-01-01", to: "2026-03-31" }), names: [] },
  findSigningKey: { works: nothing, names: [] },
  disconnectBank: {
    works: async (stage) => ({ itemId: await anOwn("bank", stage) }),
    names: ["itemId"],
    kind: "bank",
  },
  generateAssetReport: {
    works: async (stage) => ({ borrowerId: (await stage.connected()).id }),
    names: ["borrowerId"],
  },
  previewStatementFiles: {
    works: async (stage) => ({ borrowerId: (await stage.borrower()).id, files: [aStatementFile()] }),
    names: ["borrowerId"],
  },
  createStatementReport: {
    works: async (stage) => ({ borrowerId: (await stage.borrower()).id, files: [aStatementFile()] }),
    names: ["borrowerId"],
  },
  latestAssetReport: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  retrieveAssetReport: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  downloadAssetReport: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  removeWithheldBank: {
    works: async (stage) => {
      const { id: borrowerId } = await stage.borrower();
      const itemId = `removed of ${borrowerId}`;
      await stage.test.asOwner(
        `insert into bank_items (organization_id, id, borrower_id, provider_item_id, institution_name, accounts,
           access_token, removed_at, taken_back_at, kept_days)
         select organization_id, gen_random_uuid(), id, $2, 'First Platypus Bank', '[]', '', now(), now(), 0
         from borrowers where id = $1`,
        [borrowerId, itemId],
      );
      return { borrowerId, itemId };
    },
    names: ["borrowerId"],
  },
  readExpirations: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  planRefresh: {
    works: async (stage) => {
      const { id } = await stage.reported();
      const day = utcToday();
      await stage.test.asOwner("update borrowers set loan = jsonb_build_object('noteDate', $2::text) where id = $1", [
        id,
        addDays(day, 20),
      ]);
      return { id, day, price: 0 };
    },
    names: ["id"],
  },
  cancelPlannedRefresh: { works: async (stage) => ({ id: (await stage.reported()).id }), names: ["id"] },
  listCalendarFeeds: { works: nothing, names: [] },
  createCalendarFeed: { works: async () => ({ kind: "own" }), names: [] },
  deleteCalendarFeed: { works: async () => ({ kind: "own" }), names: [] },
  compareAssetReports: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  verifyReportFile: { works: async () => ({ sha256: "0".repeat(64) }), names: [] },
  plaidWebhook: {
    works: async (stage) => JSON.parse((await stage.webhook()).body),
    names: [],
    headers: async (stage) => ({ "plaid-verification": (await stage.webhook()).signature }),
  },

  createAuditCopy: {
    works: async (stage) => ({ ...anAuditor(), borrowerId: (await stage.reported()).id }),
    names: ["borrowerId"],
  },
  listAuditCopies: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  revokeAuditCopy: {
    works: async (stage) => ({ id: await anOwn("audit-copy", stage) }),
    names: ["id"],
    kind: "audit-copy",
  },
  createInvestorCopy: {
    works: async (stage) => ({ borrowerId: (await stage.reported()).id, investor: "fannie" }),
    names: ["borrowerId"],
  },
  listInvestorCopies: { works: async (stage) => ({ borrowerId: (await stage.borrower()).id }), names: ["borrowerId"] },
  endInvestorCopy: {
    works: async (stage) => ({ id: await anOwn("investor-copy", stage) }),
    names: ["id"],
    kind: "investor-copy",
  },
  openAuditCopy: { works: anOpening, names: [] },
  downloadAuditCopy: { works: async (stage) => ({ ...(await anOpening(stage)), format: "pdf" }), names: [] },
};
