import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

/** Uses of the platform's codes whose bookings have not been looked at since, longest ago first, with those bookings: whoever took over follows whom they took over from. */
export const usesToBook = async (
  db: Db,
  since: Date,
  most: number,
): Promise<{ id: string; appointments: string[] }[]> => {
  const { rows } = await sql<{ id: string; appointments: string[] }>`
    select u.id, array(
        with recursive booked as (
          select id from appointment where hold_id = u.hold_id
          union all select a.id from appointment a join booked b on a.rescued_from = b.id)
        select id from booked) as appointments
    from promo_use u join promo_code c on c.id = u.promo_id and c.provider_id is null
    where u.state <> 'kept' and (u.looked_at is null or u.looked_at < ${since})
      and exists (select from appointment where hold_id = u.hold_id)
    order by u.looked_at nulls first limit ${most}`.execute(db)
  return rows
}

export const markLooked = (db: Db, id: string, now: Date) =>
  db.updateTable('promo_use').set({ looked_at: now }).where('id', '=', id).execute()

/** What the books have of a booking's promo code, and how often they were brought to it. */
export async function bookedOfPromo(db: Db, appointmentId: string): Promise<{ amountMinor: Minor; times: number }> {
  const { rows } = await sql<{ amountMinor: Minor; times: number }>`
    select coalesce(sum(e.amount_minor), 0)::int as "amountMinor", count(*)::int as times
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'promos'
    where m.ref = ${appointmentId} and m.kind = 'promo'`.execute(db)
  return rows[0] ?? { amountMinor: 0, times: 0 }
}
