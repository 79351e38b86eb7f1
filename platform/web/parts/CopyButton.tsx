import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { Button, IconButton } from "./Button.tsx";
import styles from "./Button.module.css";

interface CopyButtonProps {
  /** What is copied, capitalized to begin a sentence: "Passcode". */
  readonly name: string;
  readonly text: string;
  /** Shows only an icon, for use next to the text that it copies. */
  readonly isIcon?: boolean;
}

export function CopyButton({ name, text, isIcon = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const act = `Copy ${name.toLowerCase()}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("refused"); // not allowed, or a browser without a clipboard
    }
  }

  return (
    <span className={styles.copy}>
      {isIcon ? (
        <IconButton label={act} icon={outcome === "copied" ? Check : Copy} onClick={() => void copy()} />
      ) : (
        <Button onClick={() => void copy()}>{act}</Button>
      )}
      <span role="status" className={isIcon && outcome !== "refused" ? "visually-hidden" : styles.said}>
        {outcome === "copied" && `${name} copied.`}
        {outcome === "refused" && "Your browser blocked copying. Select the text and copy it manually."}
      </span>
    </span>
  );
}
