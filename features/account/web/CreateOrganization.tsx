import { lazy, Suspense, useState } from "react";
import { createOrganization } from "#features/account/contract.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { CONFIRM_FIRST, useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { Button } from "#platform/web/parts/Button.tsx";

const CreateOrganizationDialog = lazy(() =>
  import("./CreateOrganizationDialog.tsx").then((file) => ({ default: file.CreateOrganizationDialog })),
);

export function CreateOrganization() {
  const [isOpen, setOpen] = useState(false);
  // A social sign-in alone does not prove that the address is the user's.
  const isAddressShown = useUser()?.emailConfirmed ?? false;
  const disabledReason = useDisabledReason(createOrganization) ?? (isAddressShown ? undefined : CONFIRM_FIRST);
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setOpen(true)}>
        Create an organization
      </Button>
      <Suspense>{isOpen && <CreateOrganizationDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
