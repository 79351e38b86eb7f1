import { BlockList, isIP } from "node:net";

/** IPv4 that is not on the public internet (IANA's special-purpose registry), and Azure's metadata address, which looks public. */
const NOT_PUBLIC_IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  "168.63.129.16/32",
];
/** All public IPv6. What embeds an IPv4 address, such as `::ffff:10.0.0.1` and NAT64, is outside of it. */
const GLOBAL_IPV6 = ["2000::/3"];
/** Teredo and other protocol assignments, documentation, and 6to4, which embeds an IPv4 address. */
const NOT_PUBLIC_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const notPublicIPv4 = listOf(NOT_PUBLIC_IPV4, "ipv4");
const globalIPv6 = listOf(GLOBAL_IPV6, "ipv6");
const notPublicIPv6 = listOf(NOT_PUBLIC_IPV6, "ipv6");

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [start = "", bits] = network.split("/");
    list.addSubnet(start, Number(bits), family);
  }
  return list;
}

/** Whether anyone on the internet can reach the address. Text that is no address is not public. */
export function isPublicAddress(address: string): boolean {
  const [bare = ""] = address.split("%"); // a zone, as in fe80::1%eth0
  const family = isIP(bare);
  if (family === 4) return !notPublicIPv4.check(bare, "ipv4");
  return family === 6 && globalIPv6.check(bare, "ipv6") && !notPublicIPv6.check(bare, "ipv6");
}

/** Names that never lead to the public internet (RFC 6761, RFC 6762, and ICANN's `internal`). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|localdomain)$/;

/** Whether the host of a URL may be on the public internet, as far as its text says. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (isIP(host)) return isPublicAddress(host);
  return host.includes(".") && !PRIVATE_NAME.test(host);
}
