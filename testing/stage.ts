import {
  aHolder,
  aSignedWebhook,
  connect,
  generate,
  type SignedWebhook,
} from "#features/asset-reports/server/test-bank.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { SMALL_INCOME } from "#features/underwriting/server/test-evidence.ts";
import { aBorrowerSession, share as shareBank } from "#features/borrower-portal/server/test-portal.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { calls } from "../app/server/calls.ts";
import { aLender, type Lender, type Person } from "./lender.ts";
import type { TestProduct } from "./product.ts";

export interface Stage {
  readonly test: TestProduct;
  readonly lender: Lender;
  /** Who is about to ask. */
  readonly person: Person;
  /** A borrower that this person reaches. */
  borrower(details?: { email: string }): Promise<Borrower>;
  /** One with a bank; the same each time for a role. */
  connected(): Promise<Borrower>;
  /** A borrower with a finished report; the same each time, assigned to the person of the stage. */
  reported(): Promise<Borrower>;
  /** A transaction that the principal may explain; without a borrower session, a text that is no id. */
  deposit(): Promise<string>;
  /** One that the provider signed; the same each time. */
  webhook(): Promise<SignedWebhook>;
}

/** Gives the stage for a role: with the lender's own person, or with a new one for calls that change the person. */
export type Stages = (role: RoleName, who?: "newcomer") => Promise<Stage>;

/** Prepares a lender once. */
export async function aStage(test: TestProduct): Promise<Stages> {
  const lender = await aLender(test);
  const admin = await lender.as("admin");
  const withBank = new Map<RoleName, Promise<Borrower>>();
  let withReport: Promise<Borrower> | undefined;
  let webhook: Promise<SignedWebhook> | undefined;

  async function makeReport(): Promise<Borrower> {
    const borrower = await lender.hasBorrower({ coBorrowers: [aHolder()] }, "admin"); // so that nothing is withheld
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

/** The stage of a borrower session: it reaches only one borrower, with a bank, a report and deposits to explain. */
export async function aBorrowerSessionStage(test: TestProduct): Promise<{ stage: Stage; token: string }> {
  const lender = await aLender(test);
  const person = await lender.as("registered");
  const session = await aBorrowerSession(test, lender, {
    firstName: "Alberta",
    lastName: "Charleson",
    loan: SMALL_INCOME,
  });
  await shareBank(test, session, { username: "user_golden" });
  await generate(person, session.borrower.id);
  const borrower = async () => session.borrower;
  const deposit = async () => (await session.send(calls.findVisit)).body.tasks[0]!.transactionId; // this loan leaves some
  const webhook = () => aSignedWebhook(test);
  const stage = { test, lender, person, borrower, connected: borrower, reported: borrower, deposit, webhook };
  return { stage, token: session.token };
}
