// The borrower's own page: nothing happens by opening it. A mailed link is used by pressing a button, and then it shows
// who asks, what for, what is shared, and what is still to do.
import { useState } from "react";
import { useParam } from "#kit/web/use-param.ts";
import { useStore } from "#kit/web/use-store.ts";
import { mailedToken } from "./landing/mailed-link.ts";
import { NoVisit } from "./landing/NoVisit.tsx";
import { VisitLanding } from "./landing/VisitLanding.tsx";
import { RunningVisit } from "./open-visit/RunningVisit.tsx";
import { visitStore } from "./visit-token.ts";

export function VisitPage() {
  const id = useParam("id");
  return <VisitTo key={id} id={id} />;
}

function VisitTo({ id }: { readonly id: string }) {
  // A new link is what the visitor came for, also where an earlier visit still lasts.
  const [mailed, setMailed] = useState(() => mailedToken(id));
  const state = useStore(visitStore);
  if (mailed !== null) return <VisitLanding id={id} token={mailed} onUsed={() => setMailed(null)} />;
  if (typeof state === "object") return <RunningVisit id={id} token={state.token} />;
  return <NoVisit id={id} why={state === "over" ? "ended" : state === "left" ? "closedByYou" : "noLink"} />;
}
