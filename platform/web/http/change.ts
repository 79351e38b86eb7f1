import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { send } from "./client.ts";
import type { Cached } from "./query.ts";

export interface ChangeEffects<C extends Call> {
  /** Reads that may now be different; those on screen are asked again. */
  readonly refreshes: readonly Cached[];
  /** Where the reply itself is to be seen at once: the key of a read and the data for it. */
  readonly puts?: (reply: ReplyOf<C>, input: Input<C>) => readonly (readonly [QueryKey, unknown])[];
  /** Wraps the request: to ask for reauthentication first, or to handle some errors itself. */
  readonly through?: (ask: () => Promise<ReplyOf<C>>) => Promise<ReplyOf<C>>;
  /** What must be done before the change counts as made. */
  readonly onReply?: (reply: ReplyOf<C>) => void | Promise<void>;
}

/** A change that a page can make; its `isPending` and `error` go to the form. */
export function useChange<C extends Call>(call: C, { refreshes, puts, through, onReply }: ChangeEffects<C>) {
  const cache = useQueryClient();
  return useMutation<ReplyOf<C>, Error, Input<C>>({
    async mutationFn(input) {
      const ask = () => send(call, input);
      const reply = await (through ? through(ask) : ask());
      await onReply?.(reply);
      return reply;
    },
    onSuccess: (reply, input) => {
      for (const { key } of refreshes) void cache.invalidateQueries({ queryKey: key });
      for (const [key, data] of puts?.(reply, input) ?? []) cache.setQueryData(key, data);
    },
  });
}
