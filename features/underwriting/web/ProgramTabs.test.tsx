import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { use, useState } from "react";
import { expect, test } from "vitest";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { ProgramTabs } from "./ProgramTabs.tsx";

test("a chosen program is selected before its panel is ready", async () => {
  const ready = Promise.withResolvers<string>();
  const panels = { fannie: Promise.resolve("of Fannie Mae"), fha: ready.promise };
  await act(async () => void render(<Programs panels={panels} />));
  const panel = screen.getByRole("tabpanel");
  expect(panel.textContent).toBe("of Fannie Mae");

  await act(async () => fireEvent.click(screen.getByRole("tab", { name: "FHA" })));
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("FHA");
  expect([panel.textContent, panel.getAttribute("aria-busy")]).toEqual(["of Fannie Mae", "true"]);

  ready.resolve("of FHA");
  await waitFor(() => expect([panel.textContent, panel.getAttribute("aria-busy")]).toEqual(["of FHA", "false"]));
});

interface ProgramsProps {
  readonly panels: Readonly<Record<"fannie" | "fha", Promise<string>>>;
}

function Programs({ panels }: ProgramsProps) {
  const [program, setProgram] = useState<Program>("fannie");
  return (
    <ProgramTabs program={program} programs={["fannie", "fha"]} verdicts={null} onProgram={setProgram}>
      <Panel text={panels[program === "fha" ? "fha" : "fannie"]} />
    </ProgramTabs>
  );
}

function Panel({ text }: { readonly text: Promise<string> }) {
  return use(text);
}
