// Asked of every upload: its page tells itself why a file was refused, and is not replaced by an error's page.
import { expect, test } from "vitest";
import type { Call } from "#kit/contract/call.ts";
import { admitsVisit } from "#kit/contract/who.ts";
import { outcomeOf } from "#kit/web/http/error-rules.ts";
import { calls } from "#app/calls.ts";

// A visit has a client of its own, which never leads away.
const uploads = Object.entries<Call>(calls).filter(([, { upload, who }]) => upload && !admitsVisit(who));

test.each(uploads)("a refused file of %s stays with its page", (_name, { method, path }) => {
  for (const status of [400, 404, 500, 503])
    expect(outcomeOf({ method, path: path.slice(1), status, code: "VALIDATION_ERROR" }).goTo).toBeNull();
});
