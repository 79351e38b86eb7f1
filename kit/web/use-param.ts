// Owns reading a parameter of the page's own address, such as `id` in `/account/borrowers/view/$id`.
import { useParams } from "@tanstack/react-router";

/** The parameter as it stands in the address, decoded; empty when the route has none of this name. */
export function useParam(name: string): string {
  const params: unknown = useParams({ strict: false });
  return (params as Readonly<Record<string, string | undefined>>)[name] ?? ""; // the router keeps them as text
}
