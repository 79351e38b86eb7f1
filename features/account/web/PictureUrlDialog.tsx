// Owns showing a picture that lies elsewhere, by its address.
import { setPictureURL } from "#features/account/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { useSetPictureURL } from "./data.ts";

const NO_ADDRESS = "Enter a whole address that begins with https://";

export function PictureUrlDialog({ onClose }: { readonly onClose: () => void }) {
  const change = useSetPictureURL();
  return (
    <Dialog title="Show a picture from the web" text="It stays where it is and is shown from there." onClose={onClose}>
      <Form
        schema={setPictureURL.body}
        defaults={{ profilePicURL: "" }}
        submit="Use this picture"
        loading={change.isPending}
        error={change.error}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={(values) => change.mutate(values, { onSuccess: onClose })}
      >
        <TextField
          name="profilePicURL"
          label="Address of the picture"
          autoComplete="photo"
          help="It begins with https://"
          faults={{ INVALID_FORMAT: NO_ADDRESS, INVALID_VALUE: NO_ADDRESS }}
        />
      </Form>
    </Dialog>
  );
}
