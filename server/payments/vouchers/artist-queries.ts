import { type Selectable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { VoucherRow } from './voucher-queries.ts'

type Named = { id: string; name: string; slug: string }
/** Whom a voucher is for, and whether they have left. */
type ForWhom = Pick<VoucherRow, 'provider_id' | 'freed_at'>

/** The artist with whom alone a voucher can be spent, by the id of each artist; of a voucher that is free by now nobody. */
export async function artistsOfVouchers(db: Db, rows: readonly ForWhom[]): Promise<(row: ForWhom) => Named | null> {
  const ids = [...new Set(rows.flatMap(({ provider_id, freed_at }) => (provider_id && !freed_at ? [provider_id] : [])))]
  if (ids.length === 0) return () => null
  const found = await db.selectFrom('provider').select(['id', 'name', 'slug']).where('id', 'in', ids).execute()
  const byId = new Map(found.map((one) => [one.id, one]))
  return ({ provider_id, freed_at }) => (provider_id && !freed_at ? (byId.get(provider_id) ?? null) : null)
}

/** Who has vouchers of their own sold and takes bookings. */
export const sellerOf = (
  db: Db,
  slug: string,
): Promise<(Named & Pick<Selectable<DB['provider']>, 'country_code'>) | undefined> =>
  db
    .selectFrom('provider')
    .select(['id', 'name', 'slug', 'country_code'])
    .where('slug', '=', slug)
    .where('sells_vouchers', '=', true)
    .where('state', '=', 'approved')
    .executeTakeFirst()

/** Whether an artist takes bookings. */
export const takesBookings = async (db: Db, providerId: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('provider')
      .select('id')
      .where('id', '=', providerId)
      .where('state', '=', 'approved')
      .executeTakeFirst(),
  )

/** Vouchers for artists who can be booked no more: suspended, gone, or by their own choice for longer than until then. What has ended or holds nothing is left as it is. */
export const vouchersToFree = (
  db: Db,
  { now, pausedBefore, most }: { now: Date; pausedBefore: Date; most: number },
): Promise<(VoucherRow & { artist: string | null })[]> =>
  db
    .selectFrom('voucher')
    .innerJoin('provider as p', 'p.id', 'voucher.provider_id')
    .selectAll('voucher')
    // Who has left has no name any more.
    .select(sql<string | null>`case when p.account_id is not null then p.name end`.as('artist'))
    .where('voucher.freed_at', 'is', null)
    .where('voucher.state', '<>', 'open')
    .where((eb) => eb.or([eb('voucher.expires_at', 'is', null), eb('voucher.expires_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb('voucher.left_minor', '>', 0),
        eb.exists(
          eb
            .selectFrom('credit_spend as s')
            .select('s.id')
            .whereRef('s.voucher_id', '=', 'voucher.id')
            .where('s.state', '<>', 'returned'),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('p.account_id', 'is', null).and('p.state', '<>', 'approved'),
        eb('p.state', 'not in', ['approved', 'paused']),
        eb('p.state', '=', 'paused').and('p.paused_at', '<', pausedBefore),
      ]),
    )
    .orderBy('voucher.created_at')
    .limit(most)
    .execute() as Promise<(VoucherRow & { artist: string | null })[]>

/** Lets a voucher be spent with anybody; nothing where it has been. */
export const freeVoucher = (db: Db, id: string, now: Date): Promise<VoucherRow | undefined> =>
  db
    .updateTable('voucher')
    .set({ freed_at: now })
    .where('id', '=', id)
    .where('freed_at', 'is', null)
    .returningAll()
    .executeTakeFirst() as Promise<VoucherRow | undefined>

export type SoldRow = {
  number: number
  buyer_name: string
  to_name: string
  state: string
  amount_minor: Minor
  paid_at: Date
  expires_at: Date | null
  freed_at: Date | null
  open_minor: Minor
  used_minor: Minor
}

/** The vouchers that were bought for an artist, newest first: what is left of each, and what it has paid of bookings with them. */
export const soldFor = async (db: Db, providerId: string, most: number): Promise<SoldRow[]> => {
  const { rows } = await sql<SoldRow>`
    select v.number, v.buyer_name, v.to_name, v.state, v.amount_minor, v.paid_at, v.expires_at, v.freed_at,
      (case when v.freed_at is null then v.left_minor + coalesce((select sum(s.amount_minor) from credit_spend s
        where s.voucher_id = v.id and s.state = 'kept'), 0) else 0 end)::int as open_minor,
      coalesce((select sum(p.amount_minor - p.refunded_minor) from credit_spend s join payment p on p.ref = s.id and p.kind = 'credit'
        where s.voucher_id = v.id and s.state = 'spent' and p.provider_id = v.provider_id), 0)::int as used_minor
    from voucher v where v.provider_id = ${providerId} and v.paid_at is not null
    order by v.number desc limit ${most}`.execute(db)
  return rows
}
