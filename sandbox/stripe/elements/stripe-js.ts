// Serves Stripe.js, the frames that it opens, and the bank's answers that come out of them.
import type { FastifyInstance, FastifyReply } from "fastify";
import { browserScript } from "../../shared/browser-script.ts";
import { html } from "../../shared/page.ts";
import { parseForm } from "../api/params.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import {
  authenticateFrame,
  BANK_PAGE,
  CARD_FORM,
  controllerFrame,
  DIALOG_STYLE,
  FRAME_STYLE,
  frameCalls,
  frameDoor,
  framePage,
} from "./frames.ts";
import { cardElements, pageFrames, threeDSecure } from "./elements.ts";
import { cardFrame, cardStyle } from "./card-frame.ts";
import { cardRules } from "./card-rules.ts";
import { stripeMain } from "./stripe-main.ts";
import { AUTHENTICATION_FAILED, failAuthentication } from "../payments/charges.ts";
import { collect, noteFailure } from "../payments/collect.ts";
import { failSetup, succeed } from "../cards/setup-intents.ts";

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

// The bank's answer: the payment or the card setup continues, or fails.
/** False when no such intent waits for its bank. */
function answerBank(deps: StripeDeps, id: string, secret: string, isYes: boolean): boolean {
  const { data } = deps;
  const payment = data.paymentIntents[id];
  const setup = data.setupIntents[id];
  const intent = payment ?? setup;
  const method = data.paymentMethods[intent?.payment_method ?? ""];
  if (intent === undefined || method === undefined) return false;
  if (intent.client_secret !== secret || intent.status !== "requires_action") return false;
  if (payment !== undefined) {
    if (isYes) {
      collect(deps, payment, method, { isOffSession: false, isAuthenticated: true });
      return true;
    }
    failAuthentication(deps, payment, method);
    const invoice = data.invoices[payment.invoice ?? ""];
    if (invoice !== undefined) noteFailure(deps, invoice, { isAutomatic: false, asks: false });
  } else if (setup !== undefined) {
    if (isYes) succeed(deps, setup, method);
    else
      failSetup(
        deps,
        setup,
        {
          ...AUTHENTICATION_FAILED,
          code: "setup_intent_authentication_failure",
          doc_url: "https://docs.stripe.com/error-codes/setup-intent-authentication-failure",
        },
        method,
      );
  }
  return true;
}
