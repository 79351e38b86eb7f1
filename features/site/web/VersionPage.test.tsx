import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { readTestConfig, answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { VersionPage } from "./VersionPage.tsx";

// The gallery is large. Importing it first makes it available at once when the page requests it.
beforeAll(async () => void (await import("./gallery/Gallery.tsx")), 60_000);

const isOver = () => new Promise((resolve) => setTimeout(resolve, 50));

async function show(environment: "local" | "stage" | "prod") {
  await readTestConfig({ environment });
  const server = answerHttp({ "GET /assets/version": () => new Response("1.2.3", { status: 200 }) });
  await renderAt("/version", <VersionPage layoutSamples={<p>a layout</p>} />);
  expect((await screen.findByTestId("app-version")).textContent).toBe("1.2.3");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Version");
  return server;
}

test.each(["local", "stage"] as const)(
  "in %s the gallery is below the version and sends no requests",
  async (place) => {
    const server = await show(place);
    const contents = await screen.findByRole("list", { name: "Gallery" });
    for (const link of within(contents).getAllByRole<HTMLAnchorElement>("link")) {
      const heading = document.getElementById(new URL(link.href).hash.slice(1));
      expect([heading?.tagName, heading?.textContent]).toEqual(["H2", link.textContent]);
    }
    screen.getByText("a layout");
    expect(server.requests.map(({ call }) => call)).toEqual(["GET /assets/version"]);
  },
);

test("in prod there is no gallery", async () => {
  await show("prod");
  await isOver();
  expect(screen.queryByRole("list", { name: "Gallery" })).toBeNull();
  expect(screen.queryAllByRole("heading", { level: 2 })).toEqual([]);
});
