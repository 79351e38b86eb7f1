import { find, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { readText, readTexts } from "../api/params.ts";

/** `invoice.*` matches every type with this prefix. */
function isNamed(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

export const EVENT_OPERATIONS: readonly Operation[] = [
  {
    method: "GET",
    path: "/v1/events",
    answer({ deps, params }) {
      const type = readText(params, "type");
      const types = readTexts(params, "types") ?? (typeof type === "string" ? [type] : undefined);
      return page(
        deps,
        "/v1/events",
        "events",
        params,
        (event) => types === undefined || types.some((pattern) => isNamed(event.type, pattern)),
      );
    },
  },
  { method: "GET", path: "/v1/events/{id}", answer: ({ deps, id }) => show(deps, "events", find(deps, "events", id)) },
];
