import { expect, test } from "vitest";
import { isPublicAddress, isPublicHost } from "./public-address.ts";

test.each([
  ...[
    "8.8.8.8",
    "1.1.1.1",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "223.255.255.255",
  ],
  ...["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "2003::1"],
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.192", "192.168.1.1", "198.18.0.1", "203.0.113.7", "224.0.0.1"],
  ...["240.0.0.1", "255.255.255.255", "168.63.129.16"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::a9fe:a9fe"],
  ...["64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd00:ec2::254"],
  ...["fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "5f00::1"],
  ...["", "localhost", "8.8.8", "0x08080808"],
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "https://hooks.lender.example/in",
  "https://8.8.8.8/",
  "https://[2606:4700:4700::1111]/",
  "https://localhost.example/",
])("%s may be public", (url) => {
  expect(isPublicHost(new URL(url).hostname)).toBe(true);
});

// A URL normalizes the many ways to write an IPv4 address.
test.each([
  ...[
    "https://localhost/",
    "https://localhost./",
    "https://a.localhost/",
    "https://intranet/",
    "https://printer.local/",
  ],
  ...["https://metadata.google.internal/", "https://10.1.2.3/", "https://0x7f.1/", "https://2130706433/"],
  ...[
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00:ec2::254]/",
  ],
])("%s is private", (url) => {
  expect(isPublicHost(new URL(url).hostname)).toBe(false);
});
