// Owns what the server last refused a form for, for fields that must come into sight before the focus can go to them.
import { createContext, useContext } from "react";
import { ApiError } from "../http/api-error.ts";

const Refusal = createContext<Error | null>(null);
export const RefusalOfForm = Refusal.Provider;

/** The refusal that names this field, a new one each time; `null`: there is none. */
export function useRefusal(name: string): Error | null {
  const error = useContext(Refusal);
  const isNamed = error instanceof ApiError && error.errors.some(({ field }) => field === name);
  return isNamed ? error : null;
}
