// The bare limit of list.bench.ts, a process of its own: node:http, the same check of the token (jose, remembered), the
// same two statements on a pool of the same size, JSON.stringify of the driver's rows as they are. It connects as a
// superuser, so without row-level security; it checks no input, sets no security header and shapes no field.
import { createServer, type IncomingMessage } from "node:http";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { openTokens } from "../features/auth/server/sessions/tokens.ts";
import type { Statement } from "./statements.ts";

export interface BareList {
  readonly port: number;
  readonly secret: string;
  /** A PostgreSQL's address, or the folder of an embedded database. */
  readonly database: { url: string } | { folder: string };
  /** Each value is the name of what is asked: `userId`, `deviceId`, `organizationId` or `limit`. */
  readonly session: Statement;
  readonly list: Statement;
}

type Asked = Record<string, unknown>;
type Ask = (statement: Statement, asked: Asked) => Promise<Record<string, unknown>[]>;
interface Membership {
  readonly organizationId: string;
  readonly role: string;
}

const POOL_SIZE = 10; // as the product's
const TIMESTAMPTZ = 1184;

function askPostgres(url: string): Ask {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, keepAlive: true });
  // As text: making dates only to write them as text again would be a poor limit.
  const types = {
    getTypeParser: (oid: number, format?: "text") =>
      oid === TIMESTAMPTZ ? (text: string) => text : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  };
  return async ({ name = "", text, values }, asked) => {
    const query = { name, text, types, values: values.map((value) => asked[String(value)]) };
    return (await pool.query<Record<string, unknown>>(query as pg.QueryConfig)).rows;
  };
}

async function askEmbedded(folder: string): Promise<Ask> {
  const lite = await PGlite.create({ dataDir: `${folder}/db`, parsers: { [TIMESTAMPTZ]: (text) => text } });
  return async ({ text, values }, asked) =>
    (
      await lite.query<Record<string, unknown>>(
        text,
        values.map((value) => asked[String(value)]),
      )
    ).rows;
}

async function serve({ port, secret, database, session, list }: BareList): Promise<void> {
  const tokens = openTokens({ secrets: [secret], ttlSeconds: 3600 });
  const ask = "url" in database ? askPostgres(database.url) : await askEmbedded(database.folder);

  const answer = async ({ headers, url = "" }: IncomingMessage) => {
    const { id, did } = await tokens.verify(headers.authorization?.slice("bearer ".length) ?? "");
    const [person] = await ask(session, { userId: id, deviceId: did });
    const [membership] = (person?.["coalesce"] ?? []) as Membership[]; // what PostgreSQL calls a column without a name
    if (!person || person["ended_at"] || membership?.role !== "registered") throw new Error("not allowed");
    const limit = Number(new URLSearchParams(url.slice(url.indexOf("?"))).get("limit"));
    return JSON.stringify(await ask(list, { userId: id, organizationId: membership.organizationId, limit }));
  };
  createServer((request, response) => {
    if (request.url === "/health") return response.end();
    answer(request).then(
      (body) =>
        response
          .writeHead(200, {
            "content-type": "application/json; charset=utf-8",
            "content-length": Buffer.byteLength(body),
          })
          .end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  }).listen(port, "127.0.0.1");
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? "") as BareList);
