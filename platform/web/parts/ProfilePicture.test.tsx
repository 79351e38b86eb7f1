import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ProfilePicture } from "./ProfilePicture.tsx";

const kind = () => screen.getByTestId("profile-picture").dataset["kind"];

test("a picture that does not load is replaced by the pattern, and a new address is tried", () => {
  const { rerender } = render(<ProfilePicture userId="u1" url="https://example.com/gone.png" size={32} />);
  expect(kind()).toBe("image");
  fireEvent.error(screen.getByTestId("profile-picture"));
  expect(kind()).toBe("identicon");
  rerender(<ProfilePicture userId="u1" url="https://example.com/here.png" size={32} />);
  expect(kind()).toBe("image");
});
