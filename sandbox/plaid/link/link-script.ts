// Serves Link as Plaid does: one classic script at the address that its customers load it from.
import type { FastifyInstance } from "fastify";
import { browserScript } from "../../shared/browser-script.ts";
import { linkCalls } from "./link-calls.ts";
import { linkFrame } from "./link-dialog.ts";
import { linkMain } from "./link-main.ts";
import { linkParts } from "./link-parts.ts";
import { LINK_STYLE } from "./link-style.ts";

const SCRIPT = browserScript(linkMain, linkCalls, linkParts, linkFrame, LINK_STYLE);

export function serveLinkScript(app: FastifyInstance): void {
  app.get("/link/v2/stable/link-initialize.js", (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .headers({
        "cache-control": "no-cache",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(SCRIPT),
  );
}
