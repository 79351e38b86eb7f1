// Owns choosing one's own picture: a file, an address elsewhere, or the pattern again.
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { codeOf } from "#kit/web/api-error.ts";
import { explain } from "#kit/web/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { ProgressBar } from "#kit/web/parts/ProgressBar.tsx";
import { useSetPictureURL, useUploadPicture } from "./data.ts";
import styles from "./Settings.module.css";
import { shrinkPicture } from "./shrink-picture.ts";

const PictureUrlDialog = lazy(() =>
  import("./PictureUrlDialog.tsx").then((file) => ({ default: file.PictureUrlDialog })),
);

interface PictureSettingsProps {
  readonly hasPicture: boolean;
}

export function PictureSettings({ hasPicture }: PictureSettingsProps) {
  const upload = useUploadPicture();
  const remove = useSetPictureURL();
  const [isAsking, setAsking] = useState(false);
  const choose = useMutation<void, Error, Blob>({
    mutationFn: async (file) => void (await upload.mutateAsync({ file: await shrinkPicture(file) })),
  });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const error = choose.error ?? remove.error;
  return (
    <div className={styles.picture}>
      {error && <Alert tone="stop">{explainRefusal(error)}</Alert>}
      <label htmlFor={id} className="visually-hidden">
        Picture file
      </label>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        tabIndex={-1}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) choose.mutate(file);
          target.value = ""; // so that the same file can be chosen again
        }}
      />
      <div className={styles.buttons}>
        <Button isBusy={choose.isPending} onClick={() => input.current?.click()}>
          Upload a picture
        </Button>
        <Button onClick={() => setAsking(true)}>Show one from the web</Button>
        {hasPicture && (
          <Button isBusy={remove.isPending} onClick={() => remove.mutate({ profilePicURL: null })}>
            Remove the picture
          </Button>
        )}
      </div>
      {choose.isPending && <ProgressBar label="Uploading the picture" value={null} />}
      <Suspense>{isAsking && <PictureUrlDialog onClose={() => setAsking(false)} />}</Suspense>
    </div>
  );
}

function explainRefusal(error: Error): string {
  if (error.message === "NO_PICTURE" || codeOf(error) === "UNSUPPORTED_MEDIA_TYPE")
    return "This file is not a picture that can be shown. Choose a PNG or JPEG file.";
  return explain(error);
}
