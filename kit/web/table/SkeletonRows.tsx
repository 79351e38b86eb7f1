// Owns the rows that stand for those still loading: of the final height, seen only after 150 ms.
import styles from "./DataTable.module.css";
import { pageSizeFor } from "./engine.ts";

interface SkeletonRowsProps {
  readonly columnCount: number;
}

export function SkeletonRows({ columnCount }: SkeletonRowsProps) {
  return (
    <tbody className={styles.skeleton}>
      {Array.from({ length: pageSizeFor(0) }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: columnCount }, (_, column) => (
            <td key={column}>
              <span className={styles.bone} aria-hidden="true" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
