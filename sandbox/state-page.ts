// The first page of the sandbox: what each provider stores, and buttons that make it fail.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "./shared/html.ts";
import { sendPage, servePageStyle } from "./shared/page.ts";
import { SteeringError } from "./shared/sandbox-provider.ts";
import type { SandboxProvider } from "./shared/sandbox-provider.ts";

export function serveStatePage(
  app: FastifyInstance,
  sandboxProviders: readonly SandboxProvider[],
  links: { site: string; mail: string },
): void {
  servePageStyle(app);
  app.get("/", (_request, reply) =>
    sendPage(
      reply,
      "Sandbox",
      html`<header>
          <h1>Sandbox</h1>
          <p class="quiet">
            They play the outside providers on this machine and remember what was asked of them.
            <a href="${links.site}">The site</a> · <a href="${links.mail}">The mailbox</a>
          </p>
          <form class="acts" method="post" action="/_steer/reset"><button>End every fault</button></form>
        </header>
        <main>${sandboxProviders.map((sandboxProvider) => sandboxProvider.show())}</main>`,
    ),
  );
  app.get<{ Params: { name: string; kind: string; id: string } }>(
    "/_state/:name/:kind/:id",
    async ({ params }, reply) => {
      const found = await sandboxProviders.find(({ name }) => name === params.name)?.find(params.kind, params.id);
      if (found === undefined) return reply.code(404).send({ message: "There is no such object" });
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(found, null, 2));
    },
  );
  app.post("/_steer/reset", (request, reply) => {
    for (const sandboxProvider of sandboxProviders) sandboxProvider.reset();
    return obeyed(request, reply);
  });
  app.post<{ Params: { name: string } }>("/_steer/:name", async (request, reply) => {
    const sandboxProvider = sandboxProviders.find(({ name }) => name === request.params.name);
    if (sandboxProvider === undefined) return reply.code(404).send({ message: "There is no such sandbox provider" });
    try {
      await sandboxProvider.steer((request.body ?? {}) as Record<string, unknown>);
    } catch (error) {
      if (!(error instanceof SteeringError)) throw error;
      return reply.code(400).send({ message: error.message });
    }
    return obeyed(request, reply);
  });
}

/** A form is redirected to the page; a program gets a plain answer. */
function obeyed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isForm = request.headers.accept?.includes("text/html") === true;
  return isForm ? reply.redirect("/", 303) : reply.send({ ok: true });
}
