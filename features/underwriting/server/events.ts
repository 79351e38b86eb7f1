import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { Actor } from "#platform/server/actor.ts";
import { defineEvent } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { EvaluationInputs } from "#features/underwriting/rules/evaluation.ts";
import type { DocumentRow } from "./document-queries.ts";

/** A member rejected a document, with a reason. The publisher holds the borrower's lock. */
export const documentRejected = defineEvent<{
  readonly actor: Actor;
  readonly borrower: BorrowerRow;
  readonly document: DocumentRow;
}>("documentRejected");

/** The borrower's newest report was evaluated, first or again. The publisher holds the borrower's lock. */
export const reportEvaluated = defineEvent<{
  readonly scope: Scope;
  readonly borrowerId: string;
  readonly inputs: EvaluationInputs;
}>("reportEvaluated");
