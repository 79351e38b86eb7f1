// The provider's page where a person says who they are, and agrees or declines.
import type { FastifyInstance } from "fastify";
import { html } from "../shared/html.ts";
import type { Html } from "../shared/html.ts";
import { sendPage } from "../shared/page.ts";
import { textsOf } from "./play.ts";
import type { SocialDeps } from "./play.ts";
import { keepPerson } from "./social-data.ts";
import type { Person } from "./social-data.ts";

/** What a valid visit asks of a person, and where the answer leads. */
export interface Question {
  agree(person: Person): URL;
  decline(): URL;
}

/** Why this provider does not show its page for a visit. */
export class BadVisit extends Error {}

/** @param ask reads the address of the visit; throws BadVisit */
export function serveConsent(
  app: FastifyInstance,
  path: string,
  deps: SocialDeps,
  title: string,
  ask: (query: Record<string, string>) => Question,
): void {
  app.get(path, (request, reply) => {
    const backTo = ask(textsOf(request.query)).decline().origin;
    return sendPage(reply, `Sign in with ${title}`, consentPage(title, backTo), { formsLeadTo: backTo });
  });
  app.post(path, (request, reply) => {
    const question = ask(textsOf(request.query));
    const { decision, email = "", firstName = "", lastName = "" } = textsOf(request.body);
    if (decision !== "authorize") return reply.redirect(question.decline().href, 303);
    const said = { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim() };
    return reply.redirect(question.agree(keepPerson(deps.memory, deps.provider, said)).href, 303);
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof BadVisit)) throw error;
    const page = html`<main class="narrow">
      <h1>${title} cannot sign you in</h1>
      <p>${error.message}</p>
    </main>`;
    return sendPage(reply, title, page, { status: 400 });
  });
}

// A form without an `action` posts to the address of the visit, so nothing of the address is repeated here.
function consentPage(title: string, site: string): Html {
  return html`<main class="narrow">
    <h1>Sign in with ${title}</h1>
    <p class="quiet">
      A sandbox on this machine: you can sign in as anyone. <code>${site}</code> asks for your name and address.
    </p>
    <form class="card" method="post">
      <label>Email<input name="email" type="text" inputmode="email" autocomplete="off" autofocus /></label>
      <p class="quiet">
        Empty: the provider knows none. Beginning with <code>unverified</code>: it was never confirmed. Beginning with
        <code>pictured</code>: with a picture.
      </p>
      <label>First name<input name="firstName" autocomplete="off" maxlength="100" /></label>
      <label>Last name<input name="lastName" autocomplete="off" maxlength="100" /></label>
      <p class="acts">
        <button class="main" name="decision" value="authorize">Authorize</button>
        <button name="decision" value="cancel">Cancel</button>
      </p>
    </form>
  </main>`;
}
