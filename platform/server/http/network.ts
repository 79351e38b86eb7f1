import { isIPv6 } from "node:net";

/**
 * The /64 of an IPv6 address, four groups without leading zeros; any other address unchanged.
 * @param address of a request, which has none once its client has reset the connection
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return "";
  const [ip = ""] = address.split("%", 1); // the part after % names one of our network interfaces
  if (!isIPv6(ip)) return address;
  const groups = groupsOf(ip);
  const [high = 0, low = 0] = groups.slice(6);
  const isIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isIPv4) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** All eight, `::` filled in. */
function groupsOf(ip: string): number[] {
  const inGroups = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_ip, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before = [], after = []] = inGroups
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":").map((group) => parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
