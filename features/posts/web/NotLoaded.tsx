import { Button } from "#platform/web/parts/Button.tsx";
import styles from "./Posts.module.css";

interface NotLoadedProps {
  /** For example "Your posts could not be loaded." */
  readonly text: string;
  readonly onRetry: () => void;
}

export function NotLoaded({ text, onRetry }: NotLoadedProps) {
  return (
    <div className={styles.notLoaded}>
      <p role="status">{text}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
