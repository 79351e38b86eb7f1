import { setPictureURL } from "#features/account/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { useSetPictureURL } from "./api.ts";

const NO_ADDRESS = "Enter a full URL that begins with https://";

export function PictureUrlDialog({ onClose }: { readonly onClose: () => void }) {
  const change = useSetPictureURL();
  return (
    <Dialog title="Use an image URL" text="The picture is loaded from this address and isn't copied." onClose={onClose}>
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
          label="Image URL"
          autoComplete="photo"
          help="Must begin with https://"
          errorTexts={{ INVALID_FORMAT: NO_ADDRESS, INVALID_VALUE: NO_ADDRESS }}
        />
      </Form>
    </Dialog>
  );
}
