import { BlockList, isIP } from 'node:net';

import type { RequestContext } from '../../server';

/** Groups of an IPv6 address, of 16 bits each. */
const GROUPS = 8;
/** What stands before an IPv4 address that is written as IPv6. */
const MAPPED_GROUPS = '0:0:0:0:0:ffff';
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The address that a request comes from. `X-Forwarded-For` is believed only
 * where a trusted proxy wrote it: from the right, past the proxies, the first
 * address that is none of them. What stands left of that is the client's own
 * claim.
 */
export function clientAddressOf(c: RequestContext): string {
  const { trustedProxies } = c.var.server;
  const peer = plain(c.env?.incoming?.socket.remoteAddress ?? 'unknown');
  if (!trustedProxies || !isListed(trustedProxies, peer)) return peer;
  const forwarded = (c.req.header('X-Forwarded-For') ?? '')
    .split(',')
    .map((part) => plain(part.trim()));
  let address = peer;
  for (const hop of forwarded.toReversed()) {
    if (isIP(hop) === 0) break;
    address = hop;
    if (!isListed(trustedProxies, hop)) break;
  }
  return address;
}

const THIS_COMPUTER = new BlockList();
THIS_COMPUTER.addSubnet('127.0.0.0', 8);
THIS_COMPUTER.addAddress('::1', 'ipv6');

/** Whether a program on this computer asks, for itself and not as a proxy. */
export function isFromThisComputer(c: RequestContext): boolean {
  const isPassedOn = c.req.header('X-Forwarded-For') !== undefined;
  if (isPassedOn && !c.var.server.trustedProxies) return false;
  return isListed(THIS_COMPUTER, clientAddressOf(c));
}

/** IPv4 as IPv4, also on a socket of both families. */
export function plain(address: string): string {
  return address.replace(MAPPED, '');
}

/**
 * What one line to the internet has: of IPv6 the first 64 bits, the others of
 * which a device may choose anew for each request; of IPv4 the address, also
 * where it is written as IPv6. Anything else stays as it is.
 */
export function networkOf(address: string): string {
  const [unzoned = ''] = address.split('%');
  if (isIP(unzoned) !== 6) return address;
  // In lower case, without leading zeros and IPv4 at the end.
  const { hostname } = new URL(`http://[${unzoned}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(GROUPS - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right];
  const [high = '', low = ''] = groups.slice(6);
  return groups.slice(0, 6).join(':') === MAPPED_GROUPS
    ? [high, low].flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).join(':')}::`;
}

/**
 * The networks that may belong to the same line as one of `networkOf`, the nearest
 * first: of IPv6 a home commonly has 56 bits, a site 48. None of IPv4.
 */
function widerNetworksOf(network: string): string[] {
  const [first, second, third, fourth] = network.split(':');
  if (fourth === undefined || !network.endsWith('::')) return [];
  const upper = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    `${first}:${second}:${third}:${upper}::/56`,
    `${first}:${second}:${third}::/48`,
  ];
}

/**
 * Limits of a network and of the wider ones of its line: more people share those.
 * @param limit of a network as `networkOf` gives it.
 */
export function sharesOf(network: string, limit: number): [string, number][] {
  return [network, ...widerNetworksOf(network)].map((each, at) => [
    each,
    limit * 2 ** at,
  ]);
}

/** Both bytes of a group of IPv6. */
function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/** Whether an address is of one of the networks; what is no address is of none. */
export function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  return list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The networks of a list such as `10.0.0.0/8,::1`; undefined when one of them
 * is none.
 */
export function parseNetworks(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const part of text.split(',')) {
    const [address = '', bits] = part.trim().split('/');
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? longest : Number(bits);
    const isPrefix =
      /^\d*$/.test(bits ?? '') && bits !== '' && prefix <= longest;
    if (version === 0 || !isPrefix) return undefined;
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
