import type { Call, Input } from "./call.ts";

export interface CallRequest {
  readonly method: string;
  /** Under `API_BASE`, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
}

/**
 * The request of a call with this input. Fields that the call does not declare are left out.
 * @param options.keepsUnknown sends them in the body: for tests of what the server refuses
 */
export function requestOf<C extends Call>(
  call: C,
  input: Input<C> | undefined,
  { keepsUnknown = false } = {},
): CallRequest {
  const fields = new Map(Object.entries<unknown>(input ?? {}).filter(([, value]) => value !== undefined));
  const take = (schema: Call["body"]) => {
    const names = Object.keys(schema?.shape ?? {}).filter((name) => fields.has(name));
    const taken = names.map((name) => [name, fields.get(name)] as const);
    for (const name of names) fields.delete(name);
    return taken;
  };
  const params = new Map(take(call.params));
  const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    params.has(name) ? encodeURIComponent(String(params.get(name))) : "",
  );
  const query = new URLSearchParams(
    take(call.query).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  const asked = { method: call.method, url: query === "" ? url : `${url}?${query}` };
  // The client itself names the type of a form, with its boundary.
  if (call.upload) return { ...asked, headers: {}, body: formWith(fields.get("file") as Blob | undefined) };
  const body = keepsUnknown && call.method !== "GET" ? [...fields] : take(call.body);
  if (!call.body && body.length === 0) return { ...asked, headers: {}, body: null };
  return { ...asked, headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(body)) };
}

function formWith(file: Blob | undefined): FormData {
  const form = new FormData();
  if (file !== undefined) form.append("file", file, "file"); // an upload has its file alone
  return form;
}
