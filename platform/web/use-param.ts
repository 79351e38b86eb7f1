import { useParams } from "@tanstack/react-router";

/** The parameter from the address, decoded; empty when the route has no parameter of this name. */
export function useParam(name: string): string {
  const params: unknown = useParams({ strict: false });
  return (params as Readonly<Record<string, string | undefined>>)[name] ?? ""; // the router keeps them as text
}
