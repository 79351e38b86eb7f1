import { createContext, useContext } from "react";
import { ApiError } from "../http/api-error.ts";

const Refusal = createContext<Error | null>(null);
export const RefusalOfForm = Refusal.Provider;

/** The error of this field, a new object each time; `null`: there is none. */
export function useRefusal(name: string): Error | null {
  const error = useContext(Refusal);
  const isNamed = error instanceof ApiError && error.errors.some(({ field }) => field === name);
  return isNamed ? error : null;
}
