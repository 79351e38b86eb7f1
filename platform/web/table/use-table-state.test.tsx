import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { bodyRows, button, names, people, showPeople } from "./test-people.tsx";

const searchbox = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });

test("a click is in the address at once, also when the page is left right away", async () => {
  const { router } = await showPeople(people(30));
  await userEvent.click(button("Next page"));
  expect(router.latestLocation.search).toEqual({ page: "2" });
  await userEvent.click(bodyRows()[0]!); // of ten
  await screen.findByText("elsewhere");
  act(() => router.history.back());
  await waitFor(() => expect(names()[0]).toBe("Person 10"));
});

test("typed text is saved in the address of its page, however soon the page is left", async () => {
  const { router } = await showPeople(people(30));
  await userEvent.type(searchbox(), "n 2");
  await userEvent.click(bodyRows()[0]!); // Person 2 and ten more
  await screen.findByText("elsewhere");
  await new Promise((resolve) => setTimeout(resolve, 300)); // longer than typing is waited for
  expect(router.state.location).toMatchObject({ pathname: "/person/p2", search: {} });
  act(() => router.history.back());
  await waitFor(() => expect(searchbox().value).toBe("n 2"));
});

test("text still being typed when the page closes does not reach another page", async () => {
  const { router } = await showPeople(people(30));
  await userEvent.type(searchbox(), "n 2");
  await act(() => router.navigate({ href: "/person/p9" }));
  await screen.findByText("elsewhere");
  await new Promise((resolve) => setTimeout(resolve, 300)); // as above
  expect(router.state.location).toMatchObject({ pathname: "/person/p9", search: {} });
});

test("a link to the same table shows its own state, and Back the earlier one", async () => {
  const { router } = await showPeople(people(30), { path: "/people?search=n%202" });
  expect(bodyRows()).toHaveLength(11 - 1);
  await userEvent.type(searchbox(), "9");
  await act(() => router.navigate({ href: "/people?status=closed&page=2" }));
  await waitFor(() => expect(names()[0]).toBe("Person 21"));
  expect(searchbox().value).toBe("");
  expect(button("Closed").getAttribute("aria-pressed")).toBe("true");
  act(() => router.history.back());
  await waitFor(() => expect(searchbox().value).toMatch(/^n 29?$/));
  expect(button("Closed").getAttribute("aria-pressed")).toBe("false");
});

test("text typed while the address is being written stays", async () => {
  const { router } = await showPeople(people(30));
  for (const word of ["p", "e", "r"]) {
    await userEvent.type(searchbox(), word);
    await new Promise((resolve) => setTimeout(resolve, 260)); // long enough for the write
  }
  await userEvent.click(button("Name"));
  expect(searchbox().value).toBe("per");
  expect(router.latestLocation.search).toEqual({ search: "per", sort: "name", direction: "ascending" });
});
