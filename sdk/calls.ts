// In the package, tools/sdk.ts puts plain data here in place of the contracts, and written-out types in place of these.
import { calls } from "../app/server/calls.ts";
import type { Call, FileReply, Input, ReplyOf } from "../platform/contract/call.ts";
import type { CallOptions, Download, Page } from "./call-options.ts";

type AllCalls = typeof calls;
type KeyCallName = {
  [Name in keyof AllCalls]: AllCalls[Name] extends { readonly apiScope: null } ? never : Name;
}[keyof AllCalls];

type Row<C extends Call> = ReplyOf<C> extends readonly (infer R)[] ? R : never;
type Result<C extends Call> = C["reply"] extends FileReply
  ? Promise<Download>
  : "after" extends keyof Input<C>
    ? Page<Row<C>>
    : Promise<ReplyOf<C>>;
type Method<C extends Call> =
  Record<never, never> extends Input<C>
    ? (input?: Input<C>, options?: CallOptions) => Result<C>
    : (input: Input<C>, options?: CallOptions) => Result<C>;

/** Every call that an API key may make. */
export type Calls = { readonly [Name in KeyCallName]: Method<AllCalls[Name]> };

export const keyCalls: Readonly<Record<string, Call>> = Object.fromEntries(
  Object.entries<Call>(calls).filter(([, { apiScope }]) => apiScope !== null),
);
