import type { Call, Input } from "#platform/contract/call.ts";
import { anObject, type ObjectKind } from "../objects.ts";
import type { Stage } from "../stage.ts";

export interface Row<C extends Call = Call> {
  /** The input of a working request; it works again when repeated. */
  works(stage: Stage): Promise<Input<C>>;
  /** What the first of `names` identifies; default: a borrower. */
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

/** An object that belongs to the person of the stage, even if their role may not create one. */
export function anOwn(
  kind: ObjectKind,
  { test, lender: { organizationId }, person: { userId } }: Stage,
): Promise<string> {
  return anObject(test, kind, { organizationId, userId });
}
