import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { Actor } from "#platform/server/actor.ts";
import { defineEvent } from "#platform/server/events.ts";
import type { DocumentRow } from "./document-queries.ts";

/** A member rejected a document, with a reason. The publisher holds the borrower's lock. */
export const documentRejected = defineEvent<{
  readonly actor: Actor;
  readonly borrower: BorrowerRow;
  readonly document: DocumentRow;
}>("documentRejected");
