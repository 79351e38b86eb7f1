// The S3 sandbox: one bucket on a port of its own, with versions and Object Lock.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openChecks } from "../shared/checks.ts";
import { html, moment, table } from "../shared/page.ts";
import { type SandboxProvider, SteeringError } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { type Bucket, type BucketData, openBucket } from "./bucket.ts";
import { checkSignature, type S3Keys } from "./signature.ts";
import { element, readRequest, S3Error, type S3Request } from "./s3-request.ts";

const MODES = ["ok", "down", "slow", "slowDown", "cut", "lostReply", "error500", "hang"] as const;
type Mode = (typeof MODES)[number];
const SHOWN = 20;
const MAX_KEYS = 1000;

export interface S3Config extends S3Keys {
  /** 0 = any free port. */
  port: number;
  bucket: string;
  folder: string | null;
  now: () => Date;
  say: (line: string) => void;
}

export interface S3 extends SandboxProvider {
  port: number;
  /** What is stored, for tests. */
  readonly data: BucketData;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Rejects when the port is taken. */
export async function openS3(config: S3Config): Promise<S3> {
  const path = config.folder === null ? null : join(config.folder, "s3.json");
  const memory = await openMemory<BucketData>(path, () => ({ objects: {}, uploads: {} }), config.say);
  const bucket = openBucket(memory.data, config.now);
  const checks = openChecks();
  let [mode, times, delayMs, hidden]: [Mode, number, number, string[]] = ["ok", Infinity, 0, []];

  const server = createServer((request, response) => {
    response.setHeader("date", config.now().toUTCString()); // by which a client corrects its own clock
    void readRequest(request)
      .then(async (asked) => {
        const now = times > 0 ? mode : "ok";
        times--;
        const broken = await answerBroken(now, delayMs, response);
        if (broken) return;
        const answer = answerTo(asked, config, bucket, hidden);
        memory.changed();
        checks.accepted();
        checks.replied(`${asked.method} object`, null);
        if (now === "lostReply") response.destroy();
        else send(response, answer, now === "cut");
      })
      .catch((error: unknown) => {
        if (!(error instanceof S3Error)) return void response.destroy();
        checks.refused(`${request.method} object`, `${error.code}: ${error.message}`);
        sendError(response, error);
      });
  });
  server.listen(config.port, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    name: "s3",
    port,
    data: memory.data,
    checks,
    routes: () => undefined, // S3 signs its own host and path
    show: () =>
      html`<section aria-labelledby="s3">
        <h2 id="s3">S3: the bucket of files</h2>
        <p>Bucket <code>${config.bucket}</code> on port ${port}, with versions and Object Lock.</p>
        <form class="acts" method="post" action="/_steer/s3">
          ${MODES.map((one) => html`<button name="mode" value="${one}" aria-pressed="${String(one === mode)}">${one}</button>`)}
        </form>
        ${table(
          ["Stored", "Key", "Bytes"],
          bucket
            .list("", "", MAX_KEYS)
            .toSorted((one, other) => (one.object.at < other.object.at ? 1 : -1))
            .slice(0, SHOWN)
            .map(
              ({ key, object }) =>
                html`<tr>
                  <td class="when">${moment(object.at)}</td>
                  <td>${key}</td>
                  <td>${Buffer.byteLength(object.body ?? "", "base64")}</td>
                </tr>`,
            ),
          "No file has been stored yet.",
        )}
      </section>`,
    find: (kind, id) => (kind === "objects" ? memory.data.objects[id] : undefined),
    steer(order) {
      const known = MODES.find((one) => one === (order["mode"] ?? "ok"));
      if (known === undefined) throw new SteeringError(`mode must be one of ${MODES.join(", ")}`);
      [mode, times, delayMs] = [known, Number(order["times"] ?? Infinity), Number(order["delayMs"] ?? 8000)];
      hidden = order["list"] === "late" ? Object.keys(memory.data.objects) : [];
    },
    reset() {
      [mode, times, hidden] = ["ok", Infinity, []];
      server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await memory.flush();
    },
  };
}

/** Whether the request was answered, or left alone, in the bucket's place. */
async function answerBroken(mode: Mode, delayMs: number, response: ServerResponse): Promise<boolean> {
  if (mode === "slow") await wait(delayMs);
  if (mode === "down") response.destroy();
  if (mode === "slowDown") sendError(response, new S3Error(503, "SlowDown", "Please reduce your request rate."));
  if (mode === "error500")
    sendError(response, new S3Error(500, "InternalError", "We encountered an internal error. Please try again."));
  return ["down", "slowDown", "error500", "hang"].includes(mode);
}

function answerTo(request: S3Request, config: S3Config, bucket: Bucket, hidden: readonly string[]): Answer {
  checkSignature(request, config, config.now());
  if (request.bucket !== config.bucket) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
  return request.key === "" ? answerOfBucket(request, bucket, hidden) : answerOfObject(request, bucket);
}

function answerOfBucket({ method, query }: S3Request, bucket: Bucket, hidden: readonly string[]): Answer {
  if (method === "GET" && query.has("versioning"))
    return xml("VersioningConfiguration", [element("Status", "Enabled")]);
  if (method === "GET" && query.has("object-lock"))
    return xml("ObjectLockConfiguration", [element("ObjectLockEnabled", "Enabled")]);
  if (method === "GET" && query.has("uploads")) return answerOfUploads(query, bucket);
  if (method !== "GET" || query.get("list-type") !== "2") throw notImplemented();
  const most = Math.min(MAX_KEYS, Number(query.get("max-keys") ?? MAX_KEYS));
  const after = query.get("continuation-token") ?? query.get("start-after") ?? "";
  const found = bucket.list(query.get("prefix") ?? "", after, most + 1).filter(({ key }) => !hidden.includes(key));
  const page = found.slice(0, most);
  const isTruncated = found.length > most;
  return xml("ListBucketResult", [
    element("IsTruncated", String(isTruncated)),
    element("KeyCount", page.length),
    ...(isTruncated ? [element("NextContinuationToken", page.at(-1)?.key ?? "")] : []),
    ...page.map(({ key, object }) =>
      element("Contents", [
        element("Key", key),
        element("LastModified", object.at),
        element("ETag", `"${object.etag}"`),
        element("Size", Buffer.byteLength(object.body ?? "", "base64")),
      ]),
    ),
  ]);
}

function answerOfUploads(query: URLSearchParams, bucket: Bucket): Answer {
  const most = Math.min(MAX_KEYS, Number(query.get("max-uploads") ?? MAX_KEYS));
  const after = [query.get("key-marker") ?? "", query.get("upload-id-marker") ?? ""] as const;
  const found = bucket.uploads(query.get("prefix") ?? "", after);
  const page = found.slice(0, most);
  const last = found.length > most ? page.at(-1) : undefined;
  return xml("ListMultipartUploadsResult", [
    element("IsTruncated", String(last !== undefined)),
    ...(last ? [element("NextKeyMarker", last.key), element("NextUploadIdMarker", last.id)] : []),
    ...page.map(({ id, key, at }) =>
      element("Upload", [element("Key", key), element("UploadId", id), element("Initiated", at)]),
    ),
  ]);
}

function answerOfObject(request: S3Request, bucket: Bucket): Answer {
  const { method, query, key } = request;
  const isPart = query.has("uploadId");
  if (method === "PUT") {
    if (isPart) return { headers: { etag: `"${bucket.addPart(request)}"` } };
    const { etag, versionId } = bucket.put(request);
    return { headers: { etag: `"${etag}"`, "x-amz-version-id": versionId } };
  }
  if (method === "POST" && query.has("uploads"))
    return xml("InitiateMultipartUploadResult", [element("Key", key), element("UploadId", bucket.begin(request))]);
  if (method === "POST" && isPart)
    return xml("CompleteMultipartUploadResult", [
      element("Key", key),
      element("ETag", `"${bucket.complete(request).etag}"`),
    ]);
  if (method === "DELETE") {
    if (isPart) bucket.abort(request);
    else bucket.remove(key, query.get("versionId"));
    return { status: 204 };
  }
  if (method !== "GET" && method !== "HEAD") throw notImplemented();
  return answerOfRead(request, bucket);
}

function answerOfRead({ method, key, headers: { range } }: S3Request, bucket: Bucket): Answer {
  const object = bucket.get(key);
  const body = Buffer.from(object.body, "base64");
  const headers = {
    ...object.headers,
    etag: `"${object.etag}"`,
    "x-amz-version-id": object.versionId,
    "last-modified": new Date(object.at).toUTCString(),
  };
  if (method === "HEAD") return { headers: { ...headers, "content-length": String(body.length) } };
  if (range === undefined) return { headers, body };
  const [, from = "", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const [start, end] = [Number(from), Math.min(body.length - 1, to === "" ? Infinity : Number(to))];
  if (start >= body.length) throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${start}-${end}/${body.length}` },
    body: body.subarray(start, end + 1),
  };
}

function notImplemented(): S3Error {
  return new S3Error(501, "NotImplemented", "A header you provided implies functionality that is not implemented");
}

function xml(name: string, content: readonly string[]): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, content)}`;
  return { headers: { "content-type": "application/xml" }, body };
}

function sendError(response: ServerResponse, { status, code, message }: S3Error): void {
  const answer = xml("Error", [element("Code", code), element("Message", message)]);
  send(response, { ...answer, status }, false);
}

/** Announces all of the body; a cut one ends in the middle. */
function send(response: ServerResponse, { status = 200, headers = {}, body = "" }: Answer, isCut: boolean): void {
  const bytes = Buffer.from(body);
  const length = status === 204 ? {} : { "content-length": String(bytes.length) };
  response.writeHead(status, { ...length, ...headers });
  if (!isCut || bytes.length === 0) return void response.end(response.req.method === "HEAD" ? undefined : bytes);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
