import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type DragEvent } from "react";
import { ApiError } from "../http/api-error.ts";
import { Button } from "./Button.tsx";
import styles from "./Button.module.css";

interface FileButtonProps {
  /** Names the control itself: "Picture file". */
  readonly label: string;
  /** Media types, as the browser's dialog takes them. */
  readonly accept: string;
  readonly isBusy: boolean;
  readonly disabledReason?: string | undefined;
  /** Several files at once. */
  readonly isMultiple?: boolean;
  readonly onChoose: (files: File[]) => void;
  readonly children: ReactNode;
}

export function FileButton({
  label,
  accept,
  isBusy,
  disabledReason,
  isMultiple = false,
  onChoose,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  function choose(control: HTMLInputElement): void {
    const files = [...(control.files ?? [])];
    if (files.length > 0) onChoose(files);
    control.value = ""; // so that the same file can be chosen again
  }
  const chooseEarly = useEffectEvent(choose);
  // A file chosen on a prerendered page before hydration.
  useEffect(() => {
    if (input.current) chooseEarly(input.current);
  }, []);
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        tabIndex={-1}
        type="file"
        accept={accept}
        multiple={isMultiple}
        onChange={({ target }) => choose(target)}
      />
      <Button isBusy={isBusy} disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

interface DropZoneProps {
  /** Names the choice of a file: "Report file". */
  readonly label: string;
  /** As the browser's dialog takes them; what is dropped may be anything. */
  readonly accept: string;
  /** What may be dropped. */
  readonly text: string;
  /** What the button says. */
  readonly choose: string;
  /** Small, to the left: among other fields. */
  readonly isCompact?: boolean;
  readonly isMultiple?: boolean;
  readonly isBusy: boolean;
  readonly disabledReason?: string | undefined;
  readonly onFiles: (files: File[]) => void;
  /** What came of them. */
  readonly children?: ReactNode;
}

export function DropZone({ text, choose, isCompact = false, onFiles, children, ...button }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const isOff = button.isBusy || button.disabledReason !== undefined;

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!isOff && files.length > 0) onFiles(files);
  }

  return (
    <div
      className={styles.zone}
      data-compact={isCompact || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault(); // without it the browser opens the file
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{text}</p>
      <FileButton {...button} onChoose={onFiles}>
        {choose}
      </FileButton>
      {children}
    </div>
  );
}

/** What a browser can draw and the server takes. */
const TYPES = ["image/png", "image/jpeg"];
const QUALITY = 0.9;

interface Wanted {
  /** Pixels of the longer side. */
  readonly largest: number;
  /** Its square middle alone. */
  readonly isSquare?: boolean;
}

/**
 * Redrawing also removes metadata: where a photo was taken, and with what. Throws UNSUPPORTED_MEDIA_TYPE for a file that the browser
 * cannot draw.
 */
export async function shrinkPicture(file: Blob, { largest, isSquare = false }: Wanted): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new ApiError(415, "UNSUPPORTED_MEDIA_TYPE");
  });
  const side = Math.min(picture.width, picture.height);
  const [wide, high] = isSquare ? [side, side] : [picture.width, picture.height];
  const scale = Math.min(1, largest / Math.max(wide, high));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(wide * scale));
  canvas.height = Math.max(1, Math.round(high * scale));
  const [left, top] = [(picture.width - wide) / 2, (picture.height - high) / 2];
  canvas.getContext("2d")?.drawImage(picture, left, top, wide, high, 0, 0, canvas.width, canvas.height);
  picture.close();
  // What may be transparent stays so.
  const type = TYPES.find((name) => name === file.type) ?? "image/png";
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new ApiError(415, "UNSUPPORTED_MEDIA_TYPE"))),
      type,
      QUALITY,
    );
  });
}
