// Owns what a row is: how a call is asked so that it works.
import type { Call, Input } from "#kit/contract/call.ts";
import { anObject, type ObjectKind } from "../test-objects.ts";
import type { Stage } from "../test-stage.ts";

export interface Row<C extends Call = Call> {
  /** What a working request hands in; asked again it works again. */
  works(stage: Stage): Promise<Input<C>>;
  /** What the first of `names` names; a borrower unless said. */
  readonly kind?: ObjectKind;
  /** Fields that name what belongs to an organization or a person: with another's the call answers 404. */
  readonly names: readonly (keyof Input<C> & string)[];
  /** Headers that the request brings: a signature, or the cookie of a browser that began what it ends. */
  headers?(stage: Stage): Promise<Record<string, string>>;
}

/** The rows of a contract: one for each of its calls. */
export type RowsOf<Contract> = {
  readonly [Name in keyof Contract as Contract[Name] extends Call ? Name : never]: Contract[Name] extends Call
    ? Row<Contract[Name]>
    : never;
};

export const nothing = () => Promise.resolve({});

/** What belongs to whoever asks, whether their role may write one or not. */
export function anOwn(
  kind: ObjectKind,
  { test, lender: { organizationId }, person: { userId } }: Stage,
): Promise<string> {
  return anObject(test, kind, { organizationId, userId });
}
