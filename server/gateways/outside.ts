import { lookup as resolve } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['fc00::', 7],
  ['fec0::', 10],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2002::', 16],
  ['2001:db8::', 32],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** Requests to non-public addresses would be SSRF. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return inside.check(mapped)
  return address.includes(':') ? inside.check(address, 'ipv6') : inside.check(address)
}

/** Validates the address being connected to, which prevents DNS rebinding. `near` allows private addresses. */
export const createPublicLookup =
  (near: boolean, refusal: () => Error): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: false }, (fault, address, family) => {
      if (!fault && !near && isInside(String(address))) return done(refusal() as NodeJS.ErrnoException, '', 4)
      if ((options as { all?: boolean }).all && !fault)
        return (done as unknown as (f: null, all: unknown[]) => void)(null, [{ address, family }])
      done(fault, address, family)
    })
