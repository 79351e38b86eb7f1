import { QueryClient, queryOptions, type QueryKey } from "@tanstack/react-query";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import { ApiError } from "./api-error.ts";
import { send } from "./client.ts";

/** The input may be left out where every field of it may. */
export type InputArgs<C extends Call> = object extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** Names every cached reply of one call, whatever its input. */
export interface Cached {
  readonly key: QueryKey;
}

/**
 * A read that pages can share: `const ownBorrowers = query(listBorrowers)`, then `useQuery(ownBorrowers())`.
 * A paged list that is shown whole is asked for by `sendWhole`. Its `key` names all its cached replies, for `useChange` and `refreshOn`.
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

/** 503 and 504 are not asked again: by the error rules they have led to their page already. */
function mayAskAgain(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.code === "NETWORK" || error.status === 502);
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: mayAskAgain, throwOnError: false },
      // Without a network a change fails with an error, instead of being sent later. A read waits for the network.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
