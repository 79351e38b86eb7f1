// Owns making an organization of one's own, as its admin.
import { useState } from "react";
import { createOrganization } from "#features/account/contract.ts";
import { useBar } from "#features/identity/web/use-bar.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useCreateOrganization } from "./data.ts";

export function CreateOrganization() {
  const [isOpen, setOpen] = useState(false);
  const bar = useBar(createOrganization);
  return (
    <>
      <Button barred={bar} onClick={() => setOpen(true)}>
        Create an organization
      </Button>
      {isOpen && <CreateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateOrganization();
  return (
    <Dialog
      title="Create an organization"
      text="You will be its admin, and work in it from then on. Your other memberships stay as they are."
      onClose={onClose}
    >
      <Form
        schema={createOrganization.body}
        defaults={{ name: "" }}
        submit="Create"
        loading={create.isPending}
        error={create.error}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={(values) =>
          create.mutate(values, {
            onSuccess({ organization }) {
              showToast("Organization created", `You now work in ${organization.name}.`, { autohide: true });
              onClose();
            },
          })
        }
      >
        <TextField name="name" label="Name" autoComplete="organization" />
      </Form>
    </Dialog>
  );
}
