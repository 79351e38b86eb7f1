import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  BACK_TEST_CHANGED,
  type BackTest,
  type BackTestChange,
  cancelBackTest,
  evaluateAgain,
  listBackTestChanges,
  listBackTests,
  listEditions,
  startBackTest,
} from "#features/underwriting/contract.ts";
import { sendWhole } from "#platform/web/http/client.ts";
import { refreshOn } from "#platform/web/http/live.ts";
import { query, useChange } from "#platform/web/http/query.ts";

export const editions = query(listEditions);
const tests = query(listBackTests);
export const backTestChanges = query(listBackTestChanges);

/** While a test runs, or reports are queued to be evaluated again. */
const LOOK_AGAIN_MS = 2_000;

export const backTests = () => ({
  ...tests(),
  // An event may be missed.
  refetchInterval: ({ state }: { state: { data?: readonly BackTest[] | undefined } }) =>
    state.data?.some((test) => test.state === "running") ? LOOK_AGAIN_MS : false,
});

/** The changes of a test; `null`: too many to be read at once. They are read again when there are more. */
export function useChanges({ id: backTestId, changed }: Pick<BackTest, "id" | "changed">) {
  return useQuery({
    queryKey: [...backTestChanges.key, backTestId, changed],
    queryFn: ({ signal }) => sendWhole(listBackTestChanges, { backTestId }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (countQueued(state.data) > 0 ? LOOK_AGAIN_MS : false),
  });
}

export function countQueued(changes: readonly BackTestChange[] | null | undefined): number {
  return changes?.filter(({ evaluatedAgain }) => evaluatedAgain === "queued").length ?? 0;
}

refreshOn(BACK_TEST_CHANGED, [tests]);

export const useStartBackTest = () => useChange(startBackTest, { refreshes: [tests] });
export const useCancelBackTest = () => useChange(cancelBackTest, { refreshes: [tests] });
export const useEvaluateAgain = () => useChange(evaluateAgain, { refreshes: [backTestChanges] });
