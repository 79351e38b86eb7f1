// Stripe's form bodies and queries: `a[b][0]=c` is a list in an object.

export interface Params {
  [name: string]: Param;
}
export type Param = string | Param[] | Params;

/** Parses a body or query. A key that is not in Stripe's format is a plain name. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null) as Params;
  for (const [key, value] of new URLSearchParams(text)) put(root, pathOf(key), value);
  return tidy(root) as Params;
}

function pathOf(key: string): string[] {
  const open = key.indexOf("[");
  if (open <= 0 || !key.endsWith("]")) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split("][")];
}

function put(root: Params, path: string[], value: string): void {
  let at = root;
  path.forEach((part, index) => {
    const name = part === "" ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[name] = value;
      return;
    }
    const next = at[name];
    if (typeof next !== "object") at[name] = Object.create(null) as Params;
    at = at[name] as Params;
  });
}

/** Objects whose names are 0, 1, 2, … are lists. */
function tidy(value: Param): Param {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (isList) return names.sort((a, b) => Number(a) - Number(b)).map((name) => tidy(value[name] ?? ""));
  return Object.fromEntries(names.map((name) => [name, tidy(value[name] ?? "")]));
}
