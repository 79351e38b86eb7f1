import { useState, type DragEvent, type ReactNode } from "react";
import styles from "./DropZone.module.css";
import { FileButton } from "./FileButton.tsx";

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
      <FileButton {...button} onChoose={(file) => onFiles([file])}>
        {choose}
      </FileButton>
      {children}
    </div>
  );
}
