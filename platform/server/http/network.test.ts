import { expect, test } from "vitest";
import { networkOf } from "./network.ts";

test("an IPv6 address counts by its first four groups, however it is written", () => {
  for (const address of [
    "2001:db8::1",
    "2001:db8::2",
    "2001:0DB8:0:0::ffff",
    "2001:db8:0:0:1:2:3:4",
    "2001:db8::1%eth0",
  ])
    expect(networkOf(address), address).toBe("2001:db8:0:0");
  expect(networkOf("2001:db8:1:2::")).toBe("2001:db8:1:2");
  expect(networkOf("2001:db8:0:1::1")).toBe("2001:db8:0:1");
  expect([networkOf("::1"), networkOf("::")]).toEqual(["0:0:0:0", "0:0:0:0"]);
});

test("an IPv4 address counts by itself, wrapped in IPv6 or not", () => {
  for (const address of ["1.2.3.4", "::ffff:1.2.3.4", "::FFFF:102:304", "0:0:0:0:0:ffff:1.2.3.4"])
    expect(networkOf(address), address).toBe("1.2.3.4");
  expect(networkOf("::ffff:255.0.255.1")).toBe("255.0.255.1");
  expect(networkOf("64:ff9b::1.2.3.4")).toBe("64:ff9b:0:0");
});

test("text that is not an address counts unchanged", () => {
  for (const text of ["", "unknown", "1.2.3.4:80", ":::", "%"]) expect(networkOf(text)).toBe(text);
});
