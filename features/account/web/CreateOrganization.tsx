// Owns making an organization of one's own, as its admin.
import { lazy, Suspense, useState } from "react";
import { createOrganization } from "#features/account/contract.ts";
import { useUser } from "#features/identity/web/session/session.ts";
import { CONFIRM_FIRST, useBar } from "#features/identity/web/session/use-bar.ts";
import { Button } from "#kit/web/parts/Button.tsx";

const CreateOrganizationDialog = lazy(() =>
  import("./CreateOrganizationDialog.tsx").then((file) => ({ default: file.CreateOrganizationDialog })),
);

export function CreateOrganization() {
  const [isOpen, setOpen] = useState(false);
  // A social log-in alone does not show that the address is theirs.
  const isAddressShown = useUser()?.emailConfirmed ?? false;
  const bar = useBar(createOrganization) ?? (isAddressShown ? undefined : CONFIRM_FIRST);
  return (
    <>
      <Button barred={bar} onClick={() => setOpen(true)}>
        Create an organization
      </Button>
      <Suspense>{isOpen && <CreateOrganizationDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
