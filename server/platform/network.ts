import { createHmac } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { getSiteSecret } from './settings.ts'

const mapped = /^::ffff:(?=\d+\.)/i

/** Returns the network for rate limits: an IPv4 address, or the first 64 bits of IPv6. */
export function getNetwork(address: string): string {
  const plain = address.replace(mapped, '')
  const groups = groupsOf(plain)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : plain
}

/** Formats the network coarsely: `203.0.113.0/24`, `2001:db8:1::/48`; empty if unknown. */
export function formatNetwork(address: string): string {
  const plain = address.replace(mapped, '')
  const groups = groupsOf(plain)
  if (groups) return plain === '::1' ? '::1' : `${groups.slice(0, 3).join(':')}::/48`
  return /^\d+(\.\d+){3}$/.test(plain) ? `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` : ''
}

/** Hashes the network with a key, so that no address is stored. */
export async function hashNetwork(database: Database, address: string): Promise<Buffer> {
  return createHmac('sha256', await getSiteSecret(database, 'network_secret'))
    .update(getNetwork(address))
    .digest()
}

function groupsOf(address: string): string[] | null {
  if (!address.includes(':') || address.includes('.')) return null
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail === undefined) return groups
  const after = tail.split(':').filter(Boolean)
  const between = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0')
  return [...groups, ...between, ...after]
}
