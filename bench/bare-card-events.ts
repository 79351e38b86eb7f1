// The bare limit of card-events.bench.ts: node:http, the official package's check of the signature, one insert an event
// on a pool of the product's size, as a superuser, so without row-level security. It settles nothing.
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";
import { Stripe } from "stripe";

export interface BareCardEvents {
  readonly port: number;
  readonly url: string;
  readonly secret: string;
}

const POOL_SIZE = 10; // as the product's
const { port, url, secret } = JSON.parse(process.argv[2] ?? "") as BareCardEvents;
const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, keepAlive: true });
pool.on("error", () => {}); // the server may stop before the last connection has left

async function take(request: IncomingMessage): Promise<number> {
  if (request.url === "/") return 200;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const signature = String(request.headers["stripe-signature"]);
  const { id, type, data } = Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, secret);
  await pool.query({
    name: "bare_card_event",
    text: "insert into bare_card_events (id, type, object_id) values ($1, $2, $3) on conflict do nothing",
    values: [id, type, (data.object as { id: string }).id],
  });
  return 204;
}

createServer((request, response) => {
  take(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(400).end(),
  );
}).listen(port);
