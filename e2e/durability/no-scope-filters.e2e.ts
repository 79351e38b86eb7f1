// Runs the product without its scope filters, to prove that the database alone separates two lenders.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import * as account from "../../features/account/contract.ts";
import * as assetReports from "../../features/asset-reports/contract.ts";
import * as billing from "../../features/billing/contract.ts";
import * as borrowers from "../../features/borrowers/contract.ts";
import * as evidence from "../../features/underwriting/contract.ts";
import * as notifications from "../../features/notifications/contract.ts";
import * as organizations from "../../features/organizations/contract.ts";
import * as auth from "../../features/auth/contract.ts";
import * as developers from "../../features/developers/contract.ts";
import * as singleSignOn from "../../features/single-sign-on/contract.ts";
import * as posts from "../../features/posts/contract.ts";
import * as borrowerPortal from "../../features/borrower-portal/contract.ts";
import { type Call, isCall } from "../../platform/contract/call.ts";
import { needsToken } from "../../platform/contract/who.ts";
import { runQuietly } from "../../tools/run-once.ts";
import { plainEnv } from "../../tools/settings.ts";
import { type Stand, startStand } from "../stand.ts";
import { bodyOf, type Client, apiPerson } from "../api.ts";
import { aBorrower, aConnectedBorrower, aPublicToken, userIdOf } from "./lender.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";

const HOOK = path.join(import.meta.dirname, "without-scope-filters.ts");

/** What one lender tries to reach of the other: a borrower with a bank and a report, and a member. */
interface Foreign {
  readonly id: string;
  readonly itemId: string;
  readonly userId: string;
  readonly publicToken: string;
  readonly postId: string;
  readonly groupId: string;
  readonly invitationId: string;
  readonly statementId: string;
  readonly auditCopyId: string;
  readonly investorCopyId: string;
  readonly giftLetterId: string;
  readonly evidenceId: string;
  readonly commentId: string;
  readonly documentId: string;
  readonly decisionId: string;
  readonly notificationId: string;
  readonly ssoDomainId: string;
  readonly scimGroupId: string;
  readonly backTestId: string;
  readonly overlayId: string;
}

const { findOwnBorrower, findBorrower, listBorrowers, listOrganizationBorrowers } = borrowers;

const A_GIFT = { transactionId: null, kind: "gift", sourcedCents: 0, amountCents: 500_000 } as const;
const A_FACT = { kind: "resubmitted", subject: {}, reason: "Sent to underwriting again." } as const;
const A_WAIVER = { findingKey: "[]", programs: ["fannie"], reason: "Reviewed by hand." } as const;
const AN_OVERLAY = {
  ...{ name: "Acme overlay", programName: null, effectiveFrom: "2090-01-01" },
  settings: { limits: { incomePercent: 40 }, atLeast: [], atMost: [], documents: [], programsOff: [] },
};
const aLetter = () => ({ name: "letter.pdf", file: new Blob([`%PDF-1.4\n% ${randomUUID()}\n%%EOF\n`]) as never });
const AUDITOR = { auditorName: "Ada Auditor", auditorEmail: "ada.auditor@example.net" };

/** Every call that takes an id, with the other lender's id in its place. `own` is a borrower of the caller's lender. */
const REACHES: readonly [Call, (foreign: Foreign, own: { id: string }) => object][] = [
  [findOwnBorrower, ({ id }) => ({ id })],
  [findBorrower, ({ id }) => ({ id })],
  [borrowers.updateBorrower, ({ id }) => ({ ...aBorrower(), id, version: 1 })],
  [borrowers.changeBorrowerStatus, ({ id }) => ({ id, status: "closed" })],
  [borrowers.assignBorrower, ({ id }) => ({ id, userId: null })],
  [borrowers.assignBorrowers, ({ id }) => ({ ids: [id], userId: null })],
  [borrowers.assignBorrower, ({ userId }, own) => ({ id: own.id, userId })],
  [borrowers.setLegalHold, ({ id }) => ({ id, isOn: true, reason: "Litigation" })],
  [borrowers.deleteBorrower, ({ id }) => ({ id, name: "Any Name" })],
  [borrowers.updateLoan, ({ id }) => ({ id, version: 1, loan: {} })],
  [borrowers.notifyLender, ({ id }) => ({ id })],
  [borrowerPortal.listVisitLinks, ({ id }) => ({ id })],
  [borrowerPortal.listConsents, ({ id }) => ({ id })],
  [borrowerPortal.listNeeds, ({ id }) => ({ borrowerId: id })],
  [borrowerPortal.askNeeds, ({ id }) => ({ borrowerId: id })],
  [
    borrowerPortal.requestDocument,
    ({ id }) => ({ borrowerId: id, email: "nora@example.net", kind: "other", requestId: randomUUID() }),
  ],
  [
    borrowerPortal.changeNeed,
    ({ id }) => ({ borrowerId: id, email: "nora@example.net", kind: "bank", subject: "bank", isWaived: true }),
  ],
  [borrowerPortal.remindNow, ({ id }) => ({ borrowerId: id, email: "nora@example.net" })],
  [borrowerPortal.setReminders, ({ id }) => ({ borrowerId: id, isOn: false })],
  [
    borrowerPortal.recordConsent,
    ({ id }) => ({ id, email: "nora@example.net", method: "attested", signedOn: "2026-11-20" }),
  ],
  [borrowerPortal.listGiftLetters, ({ id }) => ({ id })],
  [
    borrowerPortal.requestGiftLetter,
    ({ id }) => ({
      ...{ id, transactionId: null, amountCents: 500_000 },
      ...{ donorName: "Maria Reed", relationship: "mother", email: "maria@example.net" },
    }),
  ],
  [borrowerPortal.resendGiftLetter, ({ giftLetterId }) => ({ id: giftLetterId })],
  [borrowerPortal.revokeGiftLetter, ({ giftLetterId }) => ({ id: giftLetterId })],
  [borrowerPortal.copyVisitLink, ({ id }) => ({ id, email: "nora@example.net" })],
  [borrowerPortal.textVisitLink, ({ id }) => ({ id, email: "nora@example.net", phone: "+15550100123" })],
  [borrowerPortal.sendVisitLink, ({ id }) => ({ id, email: "nora@example.net" })],
  [notifications.markNotificationRead, ({ notificationId }) => ({ id: notificationId })],
  [organizations.updateGroup, ({ groupId }) => ({ id: groupId, name: "Mine now", version: 1 })],
  [organizations.deleteGroup, ({ groupId }) => ({ id: groupId })],
  [organizations.createGroup, ({ userId }) => ({ name: "With a stranger", memberIds: [userId] })],
  [singleSignOn.verifySsoDomain, ({ ssoDomainId }) => ({ id: ssoDomainId })],
  [singleSignOn.removeSsoDomain, ({ ssoDomainId }) => ({ id: ssoDomainId })],
  [singleSignOn.mapScimGroup, ({ scimGroupId }) => ({ id: scimGroupId, role: "observer", groupId: null })],
  [posts.findOwnPost, ({ postId }) => ({ id: postId })],
  [posts.updateOwnPost, ({ postId }) => ({ id: postId, title: "Mine now" })],
  [posts.deleteOwnPosts, ({ postId }) => ({ ids: [postId] })],
  [posts.findPost, ({ postId }) => ({ id: postId })],
  [posts.updatePost, ({ postId }) => ({ id: postId, title: "Mine now" })],
  [posts.deletePosts, ({ postId }) => ({ ids: [postId] })],
  [organizations.findMember, ({ userId }) => ({ id: userId })],
  [organizations.findMember, ({ invitationId }) => ({ id: invitationId })],
  [organizations.updateMember, ({ userId }) => ({ id: userId, role: "guest", groupIds: [] })],
  [organizations.updateMember, ({ invitationId }) => ({ id: invitationId, role: "guest", groupIds: [] })],
  [organizations.removeMember, ({ userId }) => ({ id: userId })],
  [organizations.requirePasswordChange, ({ userId }) => ({ id: userId })],
  [organizations.unlockMember, ({ userId }) => ({ id: userId })],
  [organizations.resendInvitation, ({ invitationId }) => ({ id: invitationId })],
  [organizations.revokeInvitation, ({ invitationId }) => ({ id: invitationId })],
  [assetReports.createLinkToken, ({ id }) => ({ borrowerId: id })],
  [assetReports.createLinkToken, ({ itemId }, own) => ({ borrowerId: own.id, itemId })],
  [assetReports.removeWithheldBank, ({ id }) => ({ borrowerId: id, itemId: "item" })],
  [assetReports.exchangePublicToken, ({ id, publicToken }) => ({ borrowerId: id, publicToken })],
  [assetReports.disconnectBank, ({ itemId }) => ({ itemId })],
  [assetReports.generateAssetReport, ({ id }) => ({ borrowerId: id })],
  [assetReports.previewStatementFiles, ({ id }) => ({ borrowerId: id, files: [{ name: "a.csv", content: "QQ==" }] })],
  [assetReports.createStatementReport, ({ id }) => ({ borrowerId: id, files: [{ name: "a.csv", content: "QQ==" }] })],
  [assetReports.latestAssetReport, ({ id }) => ({ id })],
  [assetReports.retrieveAssetReport, ({ id }) => ({ id })],
  [assetReports.downloadAssetReport, ({ id }) => ({ id })],
  [assetReports.exportBorrower, ({ id }) => ({ id })],
  [assetReports.createAuditCopy, ({ id }) => ({ borrowerId: id, ...AUDITOR })],
  [assetReports.listAuditCopies, ({ id }) => ({ borrowerId: id })],
  [assetReports.revokeAuditCopy, ({ auditCopyId }) => ({ id: auditCopyId })],
  [assetReports.createInvestorCopy, ({ id }) => ({ borrowerId: id, investor: "fannie" })],
  [assetReports.listInvestorCopies, ({ id }) => ({ borrowerId: id })],
  [assetReports.endInvestorCopy, ({ investorCopyId }) => ({ id: investorCopyId })],
  [assetReports.readExpirations, ({ id }) => ({ id })],
  [assetReports.planRefresh, ({ id }) => ({ id, day: "2027-01-04", price: 0 })],
  [assetReports.cancelPlannedRefresh, ({ id }) => ({ id })],
  [assetReports.compareAssetReports, ({ id }) => ({ id })],
  [evidence.listEvidence, ({ id }) => ({ borrowerId: id })],
  [evidence.addEvidence, ({ id }) => ({ ...A_GIFT, borrowerId: id })],
  [evidence.changeEvidence, ({ evidenceId }) => ({ ...A_GIFT, id: evidenceId, version: 1 })],
  [evidence.reviewEvidence, ({ evidenceId }) => ({ id: evidenceId, state: "accepted", version: 1 })],
  [evidence.uploadDocument, ({ id }) => ({ ...aLetter(), borrowerId: id })],
  [evidence.readDocument, ({ documentId }) => ({ id: documentId })],
  [evidence.changeDocument, ({ documentId }) => ({ id: documentId, kind: "other", evidenceId: null, version: 1 })],
  [evidence.reviewDocument, ({ documentId }) => ({ id: documentId, state: "accepted", reason: null, version: 1 })],
  [evidence.listDocuments, ({ id }) => ({ borrowerId: id })],
  [evidence.downloadDocuments, ({ id }) => ({ borrowerId: id })],
  [evidence.removeDocument, ({ documentId }) => ({ id: documentId })],
  [evidence.listDecisions, ({ id }) => ({ borrowerId: id })],
  [evidence.confirmFact, ({ id }) => ({ ...A_FACT, borrowerId: id })],
  [evidence.waiveFinding, ({ id }) => ({ ...A_WAIVER, borrowerId: id })],
  [evidence.acceptDecision, ({ decisionId }) => ({ id: decisionId })],
  [evidence.listComments, ({ id }) => ({ borrowerId: id })],
  [evidence.addComment, ({ id }) => ({ borrowerId: id, findingKey: "a finding", text: "Mine now" })],
  [evidence.changeComment, ({ commentId }) => ({ id: commentId, text: "Mine now", version: 1 })],
  [evidence.removeComment, ({ commentId }) => ({ id: commentId })],
  [evidence.readBackTest, ({ backTestId }) => ({ id: backTestId })],
  [evidence.cancelBackTest, ({ backTestId }) => ({ id: backTestId })],
  [evidence.listBackTestChanges, ({ backTestId }) => ({ backTestId })],
  [evidence.evaluateAgain, ({ backTestId }) => ({ backTestId, changeIds: null })],
  [evidence.updateOverlay, ({ overlayId }) => ({ ...AN_OVERLAY, id: overlayId, version: 1 })],
  ...[evidence.proposeOverlay, evidence.withdrawOverlay, evidence.approveOverlay, evidence.endOverlay].map(
    (call): (typeof REACHES)[number] => [call, ({ overlayId }) => ({ id: overlayId, version: 1 })],
  ),
  [evidence.rejectOverlay, ({ overlayId }) => ({ id: overlayId, version: 1, reason: "Not what we want to ask." })],
  [evidence.deleteOverlay, ({ overlayId }) => ({ id: overlayId })],
  [evidence.undoDecision, ({ decisionId }) => ({ id: decisionId })],
  [billing.findStatement, ({ statementId }) => ({ id: statementId })],
  [billing.downloadStatement, ({ statementId }) => ({ id: statementId })],
  [billing.downloadOwnStatement, ({ statementId }) => ({ id: statementId })],
  [billing.findReportPrice, ({ id }) => ({ id })],
];
/** Calls that return a list of rows with ids. */
const LISTS: readonly Call[] = [
  listBorrowers,
  listOrganizationBorrowers,
  evidence.listReviews,
  organizations.listColleagues,
  organizations.listMembers,
  organizations.listGroups,
  organizations.listGroupChoices,
  evidence.listBackTests,
  posts.listOwnPosts,
  posts.listPosts,
  billing.listStatements,
  billing.listNonBilledLineItems,
];
/** The sample has none of it for one lender. */
const FEED: Call = posts.listPostFeed;
/** Calls that concern only the caller or the organization as a whole. */
const OF_ONESELF: readonly Call[] = [
  evidence.listEditions,
  evidence.listOverlays,
  evidence.createOverlay,
  evidence.startBackTest, // of an edition; each is everyone's
  borrowers.createBorrower,
  borrowers.previewLoanFile,
  borrowers.countBorrowers,
  borrowers.countOrganizationBorrowers,
  organizations.inviteMember,
  posts.createOwnPost,
  posts.createPost,
  notifications.listNotifications,
  notifications.countUnreadNotifications,
  notifications.markAllNotificationsRead,
  notifications.readNotificationPreferences,
  notifications.updateNotificationPreferences,
  organizations.readOrganizationSettings,
  organizations.updateOrganization,
  organizations.uploadLogo,
  organizations.removeLogo,
  borrowerPortal.listEmailTemplates,
  borrowerPortal.updateEmailTemplate,
  borrowerPortal.resetEmailTemplate,
  singleSignOn.readSso,
  singleSignOn.saveOidcConnection,
  singleSignOn.saveSamlConnection,
  singleSignOn.removeSsoConnection,
  singleSignOn.testSso,
  singleSignOn.addSsoDomain,
  singleSignOn.enforceSso,
  assetReports.listCalendarFeeds,
  assetReports.createCalendarFeed,
  assetReports.deleteCalendarFeed,
  organizations.listAudit,
  organizations.exportAudit,
  assetReports.findGovernancePacket,
  assetReports.downloadGovernancePacket,
  organizations.verifyOwnAudit,
  billing.findCurrentPeriod,
  billing.findOwnBilling,
  billing.findSubscription,
  billing.cancelSubscription,
  billing.resumeSubscription,
  billing.previewPlanSwitch,
  billing.switchPlan,
  billing.beginCardUpdate,
  billing.updateCard, // names a card at the provider, which checks whose it is
];
/** Calls for any signed-in user have no organization's scope, because their statements filter by the caller. */
const isOfCaller = ({ who }: Call) => who === "signed-in";
/** A session's token names its borrower; app/server/access.test.ts tries another borrower's. */
const isForBorrowers = ({ who }: Call) => typeof who !== "string" && who.every((one) => one === "visit");

test("every call with a token is tried here or concerns only the caller", () => {
  const all = [
    auth,
    account,
    organizations,
    singleSignOn,
    borrowers,
    notifications,
    posts,
    evidence,
    assetReports,
    billing,
    borrowerPortal,
  ].flatMap((contract) => Object.values<unknown>(contract));
  const withToken = all.filter(isCall).filter((call) => needsToken(call.who) && !isForBorrowers(call));
  const tried = new Set([...REACHES.map(([call]) => call), ...LISTS, FEED, ...OF_ONESELF]);
  const missing = withToken.filter((call) => !isOfCaller(call) && !tried.has(call));
  expect(
    missing.map(({ path }) => path),
    "calls that are in none of REACHES, LISTS and OF_ONESELF",
  ).toEqual([]);
});

test("every store's statement has the filter, and the hook removes it", async () => {
  const print = `import { tenantFilter } from "#platform/server/database/tables.ts";
    import { PgDialect, pgTable, uuid } from "drizzle-orm/pg-core";
    const table = pgTable("rows", { organizationId: uuid("organization_id") });
    console.log(new PgDialect().sqlToQuery(tenantFilter(table)).sql);`;
  const shown = (args: string[]) => runQuietly([...args, "--input-type=module", "--eval", print], plainEnv());
  expect(await shown([])).toEqual({ code: 0, output: '"rows"."organization_id" = $1\n' });
  expect(await shown(["--import", HOOK])).toEqual({ code: 0, output: "true\n" });
});

async function aFinding(lender: Client, borrowerId: string) {
  const { findings } = bodyOf(await lender.send(assetReports.retrieveAssetReport, { id: borrowerId }));
  return { borrowerId, findingKey: findings[0]!.key }; // the sample's report has some
}

/** One that has ended. */
async function aBackTest(client: Client): Promise<string> {
  const [edition] = bodyOf(await client.send(evidence.listEditions));
  const subject = { kind: "edition", edition: edition!.hash } as const; // there is one at least
  const { id } = bodyOf(await client.send(evidence.startBackTest, { subject }));
  await expect.poll(async () => bodyOf(await client.send(evidence.readBackTest, { id })).state).toBe("finished");
  return id;
}

async function aNotification(lender: Client): Promise<string> {
  const { id } = bodyOf(await lender.send(borrowers.createBorrower, aBorrower()));
  await lender.send(borrowers.notifyLender, { id });
  const list = bodyOf(await lender.send(notifications.listNotifications));
  return list.notifications[0]!.id; // the one just made
}

async function aScimGroup(lender: Client, url: string): Promise<string> {
  const { secret } = bodyOf(
    await lender.send(developers.createApiKey, { name: "Directory", scopes: ["scim"], addresses: [], expiresAt: null }),
  );
  const reply = await fetch(`${url}/api/scim/v2/Groups`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/scim+json" },
    body: JSON.stringify({ displayName: "Underwriters" }),
  });
  return ((await reply.json()) as { id: string }).id;
}

// Both at once, each in a worker of its own. Within one, the tests run in order.
test.describe.configure({ mode: "parallel" });

for (const engine of ENGINES) {
  test.describe(`without scope filters on ${engine}`, () => {
    test.describe.configure({ mode: "default" });
    let database: DurableDatabase;
    let stand: Stand;
    let acme: Client;
    let beta: Client;
    let foreign: Foreign;
    let own: borrowers.Borrower;

    test.beforeAll(async () => {
      database = await openDurableDatabase(engine);
      stand = await startStand({
        databaseUrl: database.url,
        env: { LIMITS: "off", NODE_OPTIONS: `--import=${HOOK}` },
        server: "app/server/start.ts", // the hook finds the filter in the source alone
      });
      acme = await apiPerson("admin@example.com", { url: stand.url });
      beta = await apiPerson("outsider@example.com", { url: stand.url });
      own = await aConnectedBorrower(beta, stand.sandboxUrl);
      const all = bodyOf(await acme.send(listOrganizationBorrowers));
      const withReport = all.find(({ latestReportId }) => latestReportId !== null)!; // the sample lender has one
      await beta.send(evidence.addEvidence, { ...A_GIFT, borrowerId: own.id }); // for its own queue of reviews
      await aBackTest(beta);
      foreign = {
        id: withReport.id,
        itemId: withReport.items[0]!.id,
        userId: userIdOf(acme),
        publicToken: await aPublicToken(stand.sandboxUrl),
        groupId: bodyOf(await acme.send(organizations.listGroups))[0]!.id, // the sample lender has two
        postId: bodyOf(await acme.send(posts.listOwnPosts))[0]!.id,
        evidenceId: bodyOf(await acme.send(evidence.addEvidence, { ...A_GIFT, borrowerId: withReport.id })).id,
        commentId: bodyOf(
          await acme.send(evidence.addComment, {
            ...(await aFinding(acme, withReport.id)),
            text: "Ask for the papers.",
          }),
        ).id,
        documentId: bodyOf(await acme.send(evidence.uploadDocument, { ...aLetter(), borrowerId: withReport.id })).id,
        decisionId: bodyOf(await acme.send(evidence.confirmFact, { ...A_FACT, borrowerId: withReport.id })).id,
        auditCopyId: bodyOf(await acme.send(assetReports.createAuditCopy, { borrowerId: withReport.id, ...AUDITOR }))
          .copy.id,
        investorCopyId: bodyOf(
          await acme.send(assetReports.createInvestorCopy, { borrowerId: withReport.id, investor: "fannie" }),
        ).id,
        notificationId: await aNotification(acme),
        ssoDomainId: bodyOf(await acme.send(singleSignOn.addSsoDomain, { domain: "acme.example" })).domains[0]!.id,
        scimGroupId: await aScimGroup(acme, stand.url),
        backTestId: await aBackTest(acme),
        overlayId: bodyOf(await acme.send(evidence.createOverlay, AN_OVERLAY)).id,
        giftLetterId: bodyOf(
          await acme.send(borrowerPortal.requestGiftLetter, {
            ...{ id: withReport.id, transactionId: null, amountCents: 500_000 },
            ...{ donorName: "Maria Reed", relationship: "mother", email: "maria.reed@example.net" },
          }),
        ).letters[0]!.id,
        statementId: bodyOf(await acme.send(billing.listStatements))[0]!.id,
        invitationId: bodyOf(
          await acme.send(organizations.inviteMember, {
            firstName: "Ines",
            lastName: "Duarte",
            email: "ines.duarte@example.net",
            role: "observer",
          }),
        ).id,
      };
    });
    test.afterAll(async () => {
      try {
        await stand?.stop();
      } finally {
        await database?.stop();
      }
    });

    test("no call reaches another lender's rows, and none of them changes", async () => {
      const before = await Promise.all(LISTS.map((call) => acme.send(call)));
      for (const [call, inputOf] of REACHES) {
        const reply = await beta.send(call, inputOf(foreign, own));
        expect(reply, call.path).toMatchObject({ status: 404, message: "NOT_FOUND" });
      }
      const after = await Promise.all(LISTS.map((call) => acme.send(call)));
      expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    });

    for (const call of LISTS) {
      test(`${call.path} lists only the caller's own rows`, async () => {
        const inBoth = userIdOf(await apiPerson("multi@example.com", { url: stand.url })); // a member of both lenders, by design
        const [mine, theirs] = [await idsOf(beta, call), await idsOf(acme, call)];
        expect(mine.length).toBeGreaterThan(0);
        expect(theirs.length).toBeGreaterThan(0);
        expect(mine.filter((id) => theirs.includes(id) && id !== inBoth)).toEqual([]);
      });
    }

    test("a lender's audit log does not show what another lender's people did", async () => {
      const [mine, theirs] = [
        bodyOf(await beta.send(organizations.listAudit)),
        bodyOf(await acme.send(organizations.listAudit)),
      ];
      expect(mine.map(({ actorId }) => actorId)).not.toContain(foreign.userId);
      expect(theirs.map(({ actorId }) => actorId)).toContain(foreign.userId);
    });

    test("what one lender's people wrote is hidden from another's", async () => {
      const theirs = await idsOf(acme, posts.listPosts);
      expect((await idsOf(beta, FEED)).filter((id) => theirs.includes(id))).toEqual([]);
      expect((await idsOf(acme, FEED)).length).toBeGreaterThan(0);
    });

    test("a page that begins after a foreign row is refused, as after one that does not exist", async () => {
      for (const after of [foreign.id, randomUUID()])
        expect(await beta.send(listOrganizationBorrowers, { after })).toMatchObject({
          status: 400,
          message: "VALIDATION_ERROR",
          errors: [{ field: "after", code: "INVALID_VALUE" }],
        });
    });

    test("without the database's policies foreign rows are reached, so the policies made the difference", async () => {
      await stand.killProduct();
      const set = (order: string) =>
        database.asOwner(stand.dataDir, (query) => query(`alter table borrowers ${order} row level security`));
      await set("disable");
      await stand.startProduct();
      expect(await beta.send(findOwnBorrower, { id: foreign.id })).toMatchObject({
        status: 200,
        body: { id: foreign.id },
      });
      expect(await idsOf(beta, listOrganizationBorrowers)).toContain(foreign.id);
    });
  });
}

async function idsOf(client: Client, call: Call): Promise<string[]> {
  const rows = bodyOf<unknown>(await client.send(call)) as { id?: string; userId?: string }[];
  return rows.map(({ id, userId }) => id ?? userId ?? "");
}
