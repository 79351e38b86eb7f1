// The borrower's own page. Opening it changes nothing: a button uses the emailed link. Then the page shows who asks,
// what for, what is shared, and what is still to do.
import { useState } from "react";
import { useParam } from "#platform/web/use-param.ts";
import { useStore } from "#platform/web/use-store.ts";
import { mailedToken } from "./landing/emailed-link.ts";
import { NoSession } from "./landing/NoSession.tsx";
import { PortalLanding } from "./landing/PortalLanding.tsx";
import { ActiveSession } from "./session/ActiveSession.tsx";
import { borrowerSessionStore } from "./session-token.ts";

export function BorrowerPortalPage() {
  const id = useParam("id");
  return <PortalTarget key={id} id={id} />;
}

function PortalTarget({ id }: { readonly id: string }) {
  // A new link takes precedence over an earlier session that still runs.
  const [mailed, setMailed] = useState(() => mailedToken(id));
  const state = useStore(borrowerSessionStore);
  if (mailed !== null) return <PortalLanding id={id} token={mailed} onUsed={() => setMailed(null)} />;
  if (typeof state === "object") return <ActiveSession id={id} token={state.token} />;
  return <NoSession id={id} why={state === "over" ? "ended" : state === "left" ? "closedByYou" : "noLink"} />;
}
