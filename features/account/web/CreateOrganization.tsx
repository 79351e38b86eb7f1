// Owns making an organization of one's own, as its admin.
import { lazy, Suspense, useState } from "react";
import { createOrganization } from "#features/account/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { Button } from "#kit/web/parts/Button.tsx";

const CreateOrganizationDialog = lazy(() =>
  import("./CreateOrganizationDialog.tsx").then((file) => ({ default: file.CreateOrganizationDialog })),
);

export function CreateOrganization() {
  const [isOpen, setOpen] = useState(false);
  const bar = useBar(createOrganization);
  return (
    <>
      <Button barred={bar} onClick={() => setOpen(true)}>
        Create an organization
      </Button>
      <Suspense>{isOpen && <CreateOrganizationDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
