import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./keep-focus.ts";

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `<main><h1>Page</h1><button>Above</button>
    <section><h2>Devices</h2><ul><li><button id="end">Log out</button></li></ul></section></main>`;
  stop = keepFocus();
});
afterEach(() => stop());

const end = () => document.querySelector<HTMLElement>("#end")!; // each test begins with it
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("when the focused element is removed, the nearest heading takes the focus", async () => {
  end().focus();
  end().closest("li")?.remove();
  await settle();
  expect(document.activeElement?.textContent).toBe("Devices");
});

test("when one of an item's controls is removed, another of the same item takes the focus", async () => {
  end().insertAdjacentHTML("afterend", '<button id="more">More</button>');
  end().focus();
  end().remove();
  await settle();
  expect(document.activeElement?.id).toBe("more");
});

test("when its whole section is removed, the page's heading takes the focus", async () => {
  end().focus();
  end().closest("section")?.remove();
  await settle();
  expect(document.activeElement?.textContent).toBe("Page");
});

test("another element that has taken the focus does not lose it", async () => {
  end().focus();
  document.querySelector<HTMLElement>("main > button")?.focus();
  end().remove();
  await settle();
  expect(document.activeElement?.textContent).toBe("Above");
});

test("a focus that the user gave up is not restored", async () => {
  const button = end();
  button.focus();
  button.blur();
  document.body.click();
  button.remove();
  await settle();
  expect(document.activeElement).toBe(document.body);
});
