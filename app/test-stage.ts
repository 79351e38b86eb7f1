// Owns a lender on which every call works: a person of each role, and borrowers at each step that a call needs.
import { aSignedWebhook, connect, generate, type SignedWebhook } from "#features/asset-reports/server/test-bank.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { SMALL_INCOME } from "#features/underwriting/server/test-evidence.ts";
import { aVisit, share as shareBank } from "#features/visits/server/test-visits.ts";
import type { RoleName } from "#kit/contract/who.ts";
import { calls } from "./calls.ts";
import { aLender, type Lender, type Person } from "./test-lender.ts";
import type { TestProduct } from "./test-product.ts";

export interface Stage {
  readonly test: TestProduct;
  readonly lender: Lender;
  /** Who is about to ask. */
  readonly person: Person;
  /** A borrower that this person reaches. */
  borrower(details?: { email: string }): Promise<Borrower>;
  /** One with a bank; the same each time for a role. */
  connected(): Promise<Borrower>;
  /** One whose report is ready; the same each time, handed to whoever asks. */
  reported(): Promise<Borrower>;
  /** A line of a report that whoever asks may explain; of somebody who is on no visit a text that is none. */
  deposit(): Promise<string>;
  /** One that the provider signed; the same each time. */
  webhook(): Promise<SignedWebhook>;
}

/** Gives the stage for a person of a role: the lender's own, or somebody new, for calls that change who asks. */
export type Stages = (role: RoleName, who?: "newcomer") => Promise<Stage>;

/** Prepares a lender once. */
export async function aStage(test: TestProduct): Promise<Stages> {
  const lender = await aLender(test);
  const admin = await lender.as("admin");
  const withBank = new Map<RoleName, Promise<Borrower>>();
  let withReport: Promise<Borrower> | undefined;
  let webhook: Promise<SignedWebhook> | undefined;

  async function makeReport(): Promise<Borrower> {
    const borrower = await lender.hasBorrower({}, "admin");
    await connect(test, admin, borrower.id);
    await generate(admin, borrower.id);
    return borrower;
  }
  async function assign(borrower: Borrower, { userId }: Person): Promise<Borrower> {
    const reply = await admin.send(calls.assignBorrower, { id: borrower.id, userId });
    if (reply.status !== 200) throw new Error(`a borrower could not be assigned: ${reply.message}`);
    return reply.body;
  }

  return async (role, who) => {
    const person = await (who === "newcomer" ? lender.newcomer(role) : lender.as(role));
    const borrower = async (details = {}) => assign(await lender.hasBorrower(details, "admin"), person);
    return {
      test,
      lender,
      person,
      borrower,
      async connected() {
        const made = withBank.get(role) ?? borrower().then(({ id }) => connect(test, admin, id));
        withBank.set(role, made);
        return made;
      },
      reported: async () => assign(await (withReport ??= makeReport()), person),
      deposit: async () => "of no visit",
      webhook: () => (webhook ??= aSignedWebhook(test)),
    };
  };
}

/** Whoever is on a visit: what they reach is the one borrower, with a bank, a report and deposits to explain. */
export async function aVisitStage(test: TestProduct): Promise<{ stage: Stage; token: string }> {
  const lender = await aLender(test);
  const person = await lender.as("registered");
  const visit = await aVisit(test, lender, { firstName: "Alberta", lastName: "Charleson", loan: SMALL_INCOME });
  await shareBank(test, visit, { username: "user_golden" });
  await generate(person, visit.borrower.id);
  const borrower = async () => visit.borrower;
  const deposit = async () => (await visit.send(calls.findVisit)).body.tasks[0]!.transactionId; // this loan leaves some
  const webhook = () => aSignedWebhook(test);
  const stage = { test, lender, person, borrower, connected: borrower, reported: borrower, deposit, webhook };
  return { stage, token: visit.token };
}
