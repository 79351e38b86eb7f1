import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import styles from "./IconButton.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "className" | "aria-label" | "children"> {
  /** The action: "Close". */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: "small" | "medium" | "large";
  /** Draws an outline, for a button that is not part of a group. */
  readonly isOutlined?: boolean;
}

export function IconButton({ label, icon: Icon, size = "medium", isOutlined = false, ...button }: IconButtonProps) {
  const look = [styles.button, styles[size], isOutlined && styles.outlined].filter(Boolean).join(" ");
  return (
    <button {...button} type="button" className={look} aria-label={label}>
      <Icon aria-hidden="true" />
    </button>
  );
}
