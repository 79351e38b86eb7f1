import { useState } from "react";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { Steps, type Step } from "#platform/web/parts/Steps.tsx";
import { Specimen } from "./Specimen.tsx";

const STEPS = ["Asked the bank", "Received", "Read", "Ready"];

function stepsAt(current: number, isFailed = false): Step[] {
  return STEPS.map((label, at) => {
    if (at < current) return { label, state: "done" };
    if (at > current) return { label, state: "waiting" };
    return { label, state: isFailed ? "failed" : "current" };
  });
}

export function WaitingSamples() {
  const [at, setAt] = useState(1);
  return (
    <>
      <Specimen name="Skeleton" about="Seen only when something takes longer than 150 ms.">
        <Skeleton lines={4} />
      </Specimen>
      <Specimen name="Progress">
        <ProgressBar label="Sample, begun" value={0} />
        <ProgressBar label="Sample, on its way" value={0.42} />
        <ProgressBar label="Sample, done" value={1} />
        <ProgressBar label="Sample, length unknown" value={null} />
      </Specimen>
      <Specimen name="Steps">
        <Steps label="A report on its way" steps={stepsAt(at)} />
        <Steps label="A report that failed" steps={stepsAt(2, true)} />
        <div>
          <Button size="small" onClick={() => setAt((at + 1) % (STEPS.length + 1))}>
            Next step
          </Button>
        </div>
      </Specimen>
    </>
  );
}
