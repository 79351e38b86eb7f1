import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./ErrorState.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface QueryBoundaryProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** What could not be done, should it fail: "The borrower could not be loaded". */
  readonly failed: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Data once read stays on screen when a later refresh fails. */
export function QueryBoundary<Data>({ query, failed, skeleton = <Skeleton />, children }: QueryBoundaryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
