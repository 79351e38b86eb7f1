import { lazy, Suspense, useEffect } from "react";
import { useStore } from "#platform/web/use-store.ts";
import { reauthenticationStore } from "./reauthentication.ts";

const ConfirmIdentityDialog = lazy(() =>
  import("./ConfirmIdentityDialog.tsx").then((file) => ({ default: file.ConfirmIdentityDialog })),
);

/** Each page with a sensitive change contains it. It opens when a reauthentication is required. */
export function ReauthenticateDialog() {
  const request = useStore(reauthenticationStore);
  // Leaving the page closes its question.
  useEffect(() => () => reauthenticationStore.get()?.answer(false), []);
  return <Suspense>{request && <ConfirmIdentityDialog request={request} />}</Suspense>;
}
