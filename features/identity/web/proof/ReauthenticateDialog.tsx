// Owns the question who one is, asked again before a change of how one gets in; what was wanted then goes on by itself.
import { lazy, Suspense, useEffect } from "react";
import { useStore } from "#kit/web/use-store.ts";
import { proofStore } from "./reauthentication.ts";

const ProofDialog = lazy(() => import("./ProofDialog.tsx").then((file) => ({ default: file.ProofDialog })));

/** Stands in each page that changes how one gets in; seen when a proof is asked for. */
export function ReauthenticateDialog() {
  const request = useStore(proofStore);
  // A page that is left takes its question along.
  useEffect(() => () => proofStore.get()?.answer(false), []);
  return <Suspense>{request && <ProofDialog request={request} />}</Suspense>;
}
