import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { FileButton } from "#platform/web/parts/FileButton.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { shrinkPicture } from "#platform/web/shrink-picture.ts";
import { useSetPictureURL, useUploadPicture } from "./data.ts";
import styles from "./Settings.module.css";

/** Sharp enough for the largest place where the picture is shown. */
const PICTURE = { largest: 256, isSquare: true };

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
    mutationFn: async (file) => void (await upload.mutateAsync({ file: await shrinkPicture(file, PICTURE) })),
  });
  const error = choose.error ?? remove.error;
  return (
    <div className={styles.picture}>
      {error && <Alert tone="stop">{errorMessage(error)}</Alert>}
      <div className={styles.buttons}>
        <FileButton
          label="Picture file"
          accept="image/png,image/jpeg,image/webp"
          isBusy={choose.isPending}
          onChoose={(file) => choose.mutate(file)}
        >
          Upload a picture
        </FileButton>
        <Button onClick={() => setAsking(true)}>Use an image URL</Button>
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

function errorMessage(error: Error): string {
  if (error.message === "NO_PICTURE" || codeOf(error) === "UNSUPPORTED_MEDIA_TYPE")
    return "We can't read this picture. Choose a PNG or JPEG file.";
  return explain(error);
}
