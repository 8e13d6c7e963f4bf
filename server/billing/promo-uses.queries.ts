import { type Selectable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type PromoRow = Selectable<DB['promo_code']>
export type PromoUseRow = Selectable<DB['promo_use']>

export const listPromosByCode = (db: Db, code: string): Promise<PromoRow[]> =>
  db.selectFrom('promo_code').selectAll().where('code', '=', code).orderBy('id').execute()

export const lockPromo = (db: Db, id: string): Promise<PromoRow | undefined> =>
  db.selectFrom('promo_code').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function countPromoUses(db: Db, promoId: string, person: Buffer, butHold: string): Promise<number> {
  const { uses } = await db
    .selectFrom('promo_use')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('promo_id', '=', promoId)
    .where('person', '=', person)
    .where('hold_id', '<>', butHold)
    .where('state', '<>', 'returned')
    .executeTakeFirstOrThrow()
  return Number(uses)
}

type NewUse = {
  id: string
  promo_id: string
  hold_id: string
  person: Buffer
  amount_minor: Minor
  cost_minor: Minor
  kept_until: Date
  created_at: Date
}
/** Reserves a use of a code. Returns false if the code's limit is reached. */
export async function reservePromoUse(db: Db, use: NewUse): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('promo_code')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', use.promo_id)
    .where((eb) => eb.or([eb('most_uses', 'is', null), eb('uses', '<', eb.ref('most_uses'))]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.insertInto('promo_use').values(use).execute()
  return true
}

export const findActivePromoUse = (db: Db, holdId: string): Promise<PromoUseRow | undefined> =>
  db
    .selectFrom('promo_use')
    .selectAll()
    .where('hold_id', '=', holdId)
    .where('state', '<>', 'returned')
    .executeTakeFirst()

export const setPerson = (db: Db, useId: string, person: Buffer) =>
  db.updateTable('promo_use').set({ person }).where('id', '=', useId).where('state', '=', 'kept').execute()

export const setKept = (db: Db, useId: string, { amountMinor, costMinor }: { amountMinor: Minor; costMinor: Minor }) =>
  db
    .updateTable('promo_use')
    .set({ amount_minor: amountMinor, cost_minor: costMinor })
    .where('id', '=', useId)
    .where('state', '=', 'kept')
    .execute()

/** Returns false if the use is no longer reserved. */
export const redeemPromoUse = async (db: Db, useId: string): Promise<boolean> =>
  (
    await db
      .updateTable('promo_use')
      .set({ state: 'used' })
      .where('id', '=', useId)
      .where('state', '=', 'kept')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Returns false if the use is no longer reserved. */
export async function releasePromoUse(db: Db, useId: string): Promise<boolean> {
  const { rows } = await sql<{ promo_id: string }>`
    with back as (update promo_use set state = 'returned' where id = ${useId} and state = 'kept' returning promo_id)
    update promo_code p set uses = p.uses - 1 from back where p.id = back.promo_id returning p.id as promo_id`.execute(
    db,
  )
  return rows.length > 0
}

// Selects the hold of the booking or, in a chain of replacements, of the first booking.
const firstHold = (appointmentId: string) => sql`(with recursive booked as (
    select hold_id, rescued_from from appointment where id = ${appointmentId}
    union all select a.hold_id, a.rescued_from from appointment a join booked b on a.id = b.rescued_from)
  select hold_id from booked where hold_id is not null)`

export const setUsed = (
  db: Db,
  appointmentId: string,
  { amountMinor, costMinor }: { amountMinor: Minor; costMinor: Minor },
) =>
  sql`update promo_use set amount_minor = ${amountMinor}, cost_minor = ${costMinor}
    where state = 'used' and hold_id in ${firstHold(appointmentId)}`.execute(db)

/** Releases the redeemed use of a booking that the artist cancelled. */
export const releaseRedeemedPromoUse = (db: Db, appointmentId: string) =>
  sql`with back as (update promo_use set state = 'returned' where state = 'used' and hold_id in ${firstHold(appointmentId)} returning promo_id)
    update promo_code p set uses = p.uses - 1 from back where p.id = back.promo_id`.execute(db)

export const listExpiredPromoUses = (db: Db, now: Date, limit: number): Promise<PromoUseRow[]> =>
  db
    .selectFrom('promo_use')
    .selectAll()
    .where('state', '=', 'kept')
    .where('kept_until', '<=', now)
    .orderBy('kept_until')
    .limit(limit)
    .execute()

export const listEndedPromoUses = (db: Db, promoId: string): Promise<PromoUseRow[]> =>
  db
    .selectFrom('promo_use')
    .innerJoin('hold', 'hold.id', 'promo_use.hold_id')
    .selectAll('promo_use')
    .where('promo_id', '=', promoId)
    .where('promo_use.state', '=', 'kept')
    .where('hold.state', 'in', ['released', 'lapsed'])
    .limit(100)
    .execute()

export const hasBooked = async (db: Db, accountId: string, providerId: string | null): Promise<boolean> =>
  (await db
    .selectFrom('appointment')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '<>', 'cancelled')
    .$if(providerId !== null, (query) => query.where('provider_id', '=', providerId as string))
    .limit(1)
    .executeTakeFirst()) !== undefined
