import { type Insertable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { toContainsPattern, fetchSortedPage, type Page, type PageRequest } from '#server/platform/pagination.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'

const promos = (db: Db) =>
  db
    .selectFrom('promo_code as promo')
    .innerJoin('market', 'market.country_code', 'promo.country_code')
    .leftJoin('provider', 'provider.id', 'promo.provider_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('promo_use')
          .whereRef('promo_use.promo_id', '=', 'promo.id')
          .select([
            sql<number>`count(*) filter (where state = 'used')::int`.as('used'),
            sql<number>`count(*) filter (where state = 'kept')::int`.as('kept'),
            sql<Minor>`coalesce(sum(amount_minor) filter (where state = 'used'), 0)::float8`.as('off_minor'),
            sql<Minor>`coalesce(sum(cost_minor) filter (where state = 'used'), 0)::float8`.as('cost_minor'),
          ])
          .as('uses'),
      (join) => join.onTrue(),
    )
    .select([
      'promo.id',
      'promo.code',
      'promo.country_code',
      'promo.provider_id',
      'promo.percent',
      'promo.amount_minor',
      'promo.starts_at',
      'promo.ends_at',
      'promo.most_uses',
      'promo.most_each',
      'promo.least_total_minor',
      'promo.first_only',
      'promo.stopped_at',
      'market.currency',
      'provider.name as artist',
      'uses.used',
      'uses.kept',
      'uses.off_minor',
      'uses.cost_minor',
    ])
export type ListedPromo = Awaited<ReturnType<ReturnType<typeof promos>['execute']>>[number]

export const listPromosOfProvider = (db: Db, providerId: string): Promise<ListedPromo[]> =>
  promos(db)
    .where('promo.provider_id', '=', providerId)
    .orderBy('promo.created_at', 'desc')
    .orderBy('promo.id', 'desc')
    .limit(2_000)
    .execute()

export const fetchPromos = (
  db: Db,
  text: string | undefined,
  page: { sort?: 'date' | '-date' | 'code' | '-code' | undefined } & PageRequest,
): Promise<Page<ListedPromo>> =>
  fetchSortedPage(
    promos(db).$if(Boolean(text), (q) =>
      q.where(
        sql<boolean>`lower(promo.code || ' ' || coalesce(provider.name, '')) like ${toContainsPattern(text ?? '')}`,
      ),
    ),
    page,
    {
      orders: {
        date: [{ by: sql`promo.created_at`, type: 'timestamptz' }],
        code: [{ by: sql`promo.code`, type: 'text' }],
      },
      usual: '-date',
      id: 'promo.id',
    },
  )

export const findListedPromo = (db: Db, id: string): Promise<ListedPromo | undefined> =>
  promos(db).where('promo.id', '=', id).executeTakeFirst()

/** Sums the fee reductions by the platform's codes, per currency, as booked. */
export const sumPromoCosts = (db: Db): Promise<{ currency: string; minor: Minor }[]> =>
  db
    .selectFrom('promo_use')
    .innerJoin('promo_code', 'promo_code.id', 'promo_use.promo_id')
    .innerJoin('market', 'market.country_code', 'promo_code.country_code')
    .where('promo_code.provider_id', 'is', null)
    .where('promo_use.state', '=', 'used')
    .select(['market.currency', sql<Minor>`sum(promo_use.cost_minor)::float8`.as('minor')])
    .groupBy('market.currency')
    .orderBy('market.currency')
    .execute()

/** Throws if the market already has the same code, in any spelling. */
export const insertPromo = (db: Db, row: Insertable<DB['promo_code']>): Promise<{ id: string }> =>
  db
    .insertInto('promo_code')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowConstraintAs('promo_code_taken', 'promo_taken'))

export const endPromo = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('promo_code')
      .set({ stopped_at: now })
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

const paying = [
  'capture',
  'refund',
  'refund_refused',
  'charge_back_lost',
  'charge_back_restored',
  'hand_off',
  'hand_on',
  'cash',
]

/**
 * Lists uses of platform codes to post to the ledger: new uses, uses with recent payment events and uses not checked
 * for a day. Each has its chain of bookings, including replacements.
 */
export const listUnbookedPromoUses = async (
  db: Db,
  now: Date,
  most: number,
): Promise<{ id: string; appointments: string[] }[]> => {
  const { rows } = await sql<{ id: string; appointments: string[] }>`
    select u.id, array(
        with recursive booked as (
          select a.id
          union all select b.id from appointment b join booked on b.rescued_from = booked.id)
        select id from booked) as appointments
    from promo_use u join promo_code c on c.id = u.promo_id and c.provider_id is null
    join appointment a on a.hold_id = u.hold_id
    where u.state <> 'kept' and (u.looked_at is null
      or u.looked_at < ${now}::timestamptz - interval '5 minutes' and a.provider_id in (select provider_id from ledger_movement
        where at > ${now}::timestamptz - interval '2 hours' and kind = any(${paying}::text[]))
      or u.looked_at < ${now}::timestamptz - interval '1 day' and a.ends_at > ${now}::timestamptz - interval '200 days')
    order by u.looked_at nulls first limit ${most}`.execute(db)
  return rows
}

export const markLooked = (db: Db, id: string, now: Date) =>
  db.updateTable('promo_use').set({ looked_at: now }).where('id', '=', id).execute()

export async function sumPromoMovements(db: Db, appointmentId: string): Promise<{ amountMinor: Minor; times: number }> {
  const { rows } = await sql<{ amountMinor: Minor; times: number }>`
    select coalesce(sum(e.amount_minor), 0)::int as "amountMinor", count(*)::int as times
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'promos'
    where m.ref = ${appointmentId} and m.kind = 'promo'`.execute(db)
  return rows[0] ?? { amountMinor: 0, times: 0 }
}
