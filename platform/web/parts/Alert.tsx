import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import styles from "./Alert.module.css";

const ICONS = { stop: CircleAlert, ask: TriangleAlert, info: Info, ok: CircleCheck };

interface AlertProps {
  readonly tone: keyof typeof ICONS;
  readonly title?: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** `stop` and `ask` are read out at once (role alert), the others when there is time (role status). */
export function Alert({ tone, title, action, children }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.alert} data-tone={tone} role={tone === "stop" || tone === "ask" ? "alert" : "status"}>
      <Icon aria-hidden="true" />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
