// Serves Stripe.js, the frames that it opens, and the bank's answers that come out of them.
import type { FastifyInstance, FastifyReply } from "fastify";
import { browserScript } from "../../shared/browser-script.ts";
import { html } from "../../shared/html.ts";
import { answerBank } from "../cards/authentication.ts";
import { parseForm } from "../api/form-body.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { authenticateFrame } from "./authenticate-frame.ts";
import { cardElements } from "./card-element.ts";
import { cardFrame } from "./card-frame.ts";
import { cardRules } from "./card-rules.ts";
import { cardStyle } from "./card-style.ts";
import { controllerFrame } from "./controller-frame.ts";
import { frameCalls } from "./frame-calls.ts";
import { frameDoor } from "./frame-door.ts";
import { BANK_PAGE, CARD_FORM, DIALOG_STYLE, FRAME_STYLE, framePage } from "./frame-pages.ts";
import { pageFrames } from "./page-frame.ts";
import { stripeMain } from "./stripe-main.ts";
import { threeDSecure } from "./three-d-secure.ts";

const SCRIPTS = {
  "/": browserScript(stripeMain, pageFrames, cardElements, threeDSecure, DIALOG_STYLE),
  "/card.js": browserScript(cardFrame, cardRules, cardStyle, frameCalls, frameDoor),
  "/controller.js": browserScript(controllerFrame, frameCalls, frameDoor),
  "/authenticate.js": browserScript(authenticateFrame, frameCalls, frameDoor),
};

const FRAMES = {
  "/card": framePage("Card", "card.js", CARD_FORM),
  "/controller": framePage("Controller", "controller.js", html``),
  "/authenticate/:intent": framePage("3D Secure 2", "authenticate.js", BANK_PAGE),
};

/** Any page may open the frames, but they load from and call only the sandbox. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export function serveStripeJs(app: FastifyInstance, deps: StripeDeps): void {
  const open = (reply: FastifyReply, type: string) =>
    reply.type(`${type}; charset=utf-8`).headers({
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  for (const [path, script] of Object.entries(SCRIPTS))
    app.get(path, (_request, reply) => open(reply, "text/javascript").send(script));
  app.get("/frame.css", (_request, reply) => open(reply, "text/css").send(FRAME_STYLE));
  for (const [path, page] of Object.entries(FRAMES))
    app.get(path, (_request, reply) =>
      open(reply, "text/html")
        .headers({ "content-security-policy": FRAME_POLICY, "referrer-policy": "no-referrer" })
        .send(page),
    );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, parseForm(String(body)));
  });
  app.post<{ Params: { intent: string }; Body: { client_secret?: string; outcome?: string } }>(
    "/authenticate/:intent",
    ({ params, body }, reply) => {
      const isTaken = answerBank(deps, params.intent, body.client_secret ?? "", body.outcome === "complete");
      return reply.code(isTaken ? 200 : 404).send({ taken: isTaken });
    },
  );
}
