// Card tokens: created by `createToken` of Stripe.js, usable once.
import { newId } from "../api/ids.ts";
import { readCard } from "./card-forms.ts";
import { timeOf } from "../customers/moments.ts";
import type { Operation } from "../api/operation.ts";
import { readGroup, readText } from "../api/params.ts";

export const TOKEN_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/tokens",
    isForBrowsers: true,
    answer({ deps, params }) {
      const card = readCard(deps, params);
      const name = readText(readGroup(params, "card"), "name") ?? null;
      const created = timeOf(deps, null);
      const id = newId("tok");
      deps.data.tokens[id] = {
        id,
        created,
        card,
        billing_details: { address: null, email: null, name, phone: null },
        used: false,
      };
      deps.memory.changed();
      const { kind: _kind, ...printed } = card;
      return {
        id,
        object: "token",
        card: { ...printed, id: newId("card"), object: "card", funding: "credit", name, metadata: {} },
        client_ip: null,
        created,
        livemode: false,
        type: "card",
        used: false,
      };
    },
  },
];
