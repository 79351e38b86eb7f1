import { useQuery } from "@tanstack/react-query";
import type { OverlayVersion } from "#features/underwriting/contract.ts";
import { backTestSummary } from "#features/underwriting/labels.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { backTests } from "../back-tests/api.ts";
import styles from "./Overlays.module.css";

interface ProposeDialogProps {
  readonly overlay: OverlayVersion;
  readonly onPropose: () => void;
  readonly onTest: () => void;
  readonly onClose: () => void;
}

/** Says what follows, and offers the back-test that was not run yet. */
export function ProposeDialog({ overlay: { id, name, number }, onPropose, onTest, onClose }: ProposeDialogProps) {
  const { data: tests } = useQuery(backTests());
  const test = tests?.find(({ subject }) => subject.kind === "overlay" && subject.overlayId === id);
  return (
    <Dialog
      title={`Propose ${name}, version ${number}?`}
      text="We email your other admins. One who didn't work on this draft approves or rejects it. Until then it can't be edited; withdraw it to make changes."
      onClose={onClose}
    >
      {tests && (
        <p>
          {test ? (
            <>
              Tested on past reports <DateText at={test.createdAt} />: {backTestSummary(test)}
            </>
          ) : (
            "It hasn't been tested. Test it on past reports first to see which of them change."
          )}
        </p>
      )}
      {tests && !test && (
        <p>
          <Button size="small" onClick={onTest}>
            Test on past reports
          </Button>
        </p>
      )}
      <div className={styles.propose}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={onPropose}>
          Propose overlay
        </Button>
      </div>
    </Dialog>
  );
}
