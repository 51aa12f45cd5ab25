/** IPv4 ranges that lead to this machine, a local network, or a service inside a data center. */
const PRIVATE_V4 = new RegExp(
  [
    "^(?:0|10|127)\\.",
    "^169\\.254\\.|^192\\.168\\.|^192\\.0\\.0\\.|^198\\.1[89]\\.",
    "^172\\.(?:1[6-9]|2\\d|3[01])\\.",
    "^100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\.",
    "^2(?:2[4-9]|[34]\\d|5[0-5])\\.",
  ].join("|"),
);

/** An address that only this machine or its network can reach, or that names no single machine. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^\[|\]$/g, "");
  const mapped = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return PRIVATE_V4.test(mapped);
  if (!plain.includes(":")) return PRIVATE_V4.test(plain);
  // Only 2000::/3 is public; everything else is loopback, local, mapped in hexadecimal, or reserved.
  return !/^[23][0-9a-f]{3}:/.test(plain);
}
