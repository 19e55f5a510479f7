import { BlockList, isIP } from 'node:net';

import type { RequestContext } from '../../server';

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

/** IPv4 as IPv4, also on a socket of both families. */
function plain(address: string): string {
  return address.replace(MAPPED, '');
}

function isListed(list: BlockList, address: string): boolean {
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
