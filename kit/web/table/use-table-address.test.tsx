import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { bodyRows, button, names, people, showPeople } from "./test-people.tsx";

const searchbox = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });

test("what is pressed is in the address at once, also when the page is left right away", async () => {
  const { router } = await showPeople(people(30));
  await userEvent.click(button("Next page"));
  expect(router.latestLocation.search).toEqual({ page: "2" });
  await userEvent.click(bodyRows()[0]!); // of ten
  await screen.findByText("elsewhere");
  act(() => router.history.back());
  await waitFor(() => expect(names()[0]).toBe("Person 10"));
});

test("what is typed is in the address that it was typed at, however soon the page is left", async () => {
  const { router } = await showPeople(people(30));
  await userEvent.type(searchbox(), "n 2");
  await userEvent.click(bodyRows()[0]!); // Person 2 and ten more
  await screen.findByText("elsewhere");
  await new Promise((resolve) => setTimeout(resolve, 300)); // longer than typing is waited for
  expect(router.state.location).toMatchObject({ pathname: "/person/p2", search: {} });
  act(() => router.history.back());
  await waitFor(() => expect(searchbox().value).toBe("n 2"));
});

test("what is still being typed when the page goes away is put on no other page", async () => {
  const { router } = await showPeople(people(30));
  await userEvent.type(searchbox(), "n 2");
  await act(() => router.navigate({ href: "/person/p9" }));
  await screen.findByText("elsewhere");
  await new Promise((resolve) => setTimeout(resolve, 300)); // as above
  expect(router.state.location).toMatchObject({ pathname: "/person/p9", search: {} });
});

test("a link to the same table shows what it says, and Back what was there", async () => {
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

test("words typed while others are being written stay", async () => {
  const { router } = await showPeople(people(30));
  for (const word of ["p", "e", "r"]) {
    await userEvent.type(searchbox(), word);
    await new Promise((resolve) => setTimeout(resolve, 260)); // written meanwhile
  }
  await userEvent.click(button("Name"));
  expect(searchbox().value).toBe("per");
  expect(router.latestLocation.search).toEqual({ search: "per", sort: "name", direction: "ascending" });
});
