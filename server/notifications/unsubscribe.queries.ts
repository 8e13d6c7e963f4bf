import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import type { NoticeGroup } from '#contract/constants.ts'
import type { Db } from '#db/database.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

export type Stop = { topic: string; reason: 'unsubscribed' | 'bounced' | 'complained' }

const hashOf = (address: string): Buffer => createHash('sha256').update(normaliseEmail(address)).digest()

/** Older entries have a Unicode domain. */
function hashesOf(address: string): Buffer[] {
  const key = normaliseEmail(address)
  const at = key.lastIndexOf('@') + 1
  const inUnicode = key.slice(0, at) + domainToUnicode(key.slice(at))
  return [...new Set([key, inUnicode])].map((one) => createHash('sha256').update(one).digest())
}

export const addStop = (
  db: Db,
  address: string,
  stop: { reason: 'unsubscribed'; topic: NoticeGroup } | { reason: 'bounced' | 'complained' },
  now: Date,
) =>
  db
    .insertInto('mail_stop')
    .values({ address_hash: hashOf(address), topic: '', created_at: now, ...stop })
    .onConflict((oc) => oc.doNothing())
    .execute()

export async function listStops(db: Db, addresses: readonly string[]): Promise<ReadonlyMap<string, Stop[]>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('mail_stop')
    .select(['address_hash', 'topic', 'reason'])
    .where('address_hash', 'in', addresses.flatMap(hashesOf))
    .execute()
  const byHash = Map.groupBy(rows, ({ address_hash }) => address_hash.toString('hex'))
  return new Map(
    addresses.map((address) => [
      address,
      hashesOf(address).flatMap((hash) => (byHash.get(hash.toString('hex')) ?? []) as unknown as Stop[]),
    ]),
  )
}

export const deleteStops = async (db: Db, address: string): Promise<Stop[]> =>
  (await db
    .deleteFrom('mail_stop')
    .where('address_hash', 'in', hashesOf(address))
    .returning(['topic', 'reason'])
    .execute()) as Stop[]

export const findMailToStop = (db: Db, id: string) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'address', 'account_id'])
    .where('id', '=', id)
    .where('channel', '=', 'mail')
    .executeTakeFirst()
