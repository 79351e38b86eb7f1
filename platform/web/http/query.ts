import { QueryClient, queryOptions, useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { ApiError } from "./api-error.ts";
import { send, sendWhole, type SendOptions } from "./client.ts";

/** The input may be left out where every field of it may. */
type InputArgs<C extends Call> = object extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** Names every cached reply of one call, whatever its input. */
export interface Cached {
  readonly key: QueryKey;
}

/**
 * A read that pages can share: `const ownBorrowers = query(listBorrowers)`, then `useQuery(ownBorrowers())`.
 * Its `key` names all its cached replies, for `useChange` and `refreshOn`.
 */
export function query<C extends Call>(call: C, ask: typeof send = send) {
  const key = [call.method, call.path] as const;
  const options = (...[input]: InputArgs<C>) =>
    queryOptions({
      queryKey: [...key, input ?? {}] as const,
      queryFn: ({ signal }): Promise<ReplyOf<C>> => ask(call, (input ?? {}) as Input<C>, { signal }),
    });
  return Object.assign(options, { key });
}

/**
 * A paged list read whole; `null` where it is long (`LIST_ROWS`), so that a page of it at a time is read by `query`, whose
 * `key` names this as well.
 */
export function wholeQuery<C extends Call>(call: C, isLong?: (options: SendOptions) => Promise<boolean>) {
  return (...[input]: InputArgs<C>) =>
    queryOptions({
      queryKey: [call.method, call.path, input ?? {}, "whole"] as const,
      queryFn: ({ signal }) => sendWhole(call, (input ?? {}) as Input<C>, { signal, ...(isLong && { isLong }) }),
    });
}

/** 503 and 504 are not asked again: by the error rules they have led to their page already. */
function mayAskAgain(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.code === "NETWORK" || error.status === 502);
}

/** A read that the network swallowed is tried again, until the page has its data. */
const WHILE_UNREACHABLE_MS = 10_000;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: mayAskAgain,
        throwOnError: false,
        refetchInterval: ({ state }) =>
          state.data === undefined && state.error instanceof ApiError && state.error.code === "NETWORK"
            ? WHILE_UNREACHABLE_MS
            : false,
      },
      // Without a network a change fails with an error, instead of being sent later. A read waits for the network.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

interface ChangeEffects<C extends Call> {
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
