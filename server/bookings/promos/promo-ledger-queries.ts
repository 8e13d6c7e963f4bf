import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

// What changes how much customers have paid.
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

/** Uses of the platform's codes that were never looked at, whose artists' money moved in the last hours, or that were not looked at for a day, with their bookings: whoever took over follows whom they took over from. */
export const usesToBook = async (
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

/** What the books have of a booking's promo code, and how often they were brought to it. */
export async function bookedOfPromo(db: Db, appointmentId: string): Promise<{ amountMinor: Minor; times: number }> {
  const { rows } = await sql<{ amountMinor: Minor; times: number }>`
    select coalesce(sum(e.amount_minor), 0)::int as "amountMinor", count(*)::int as times
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'promos'
    where m.ref = ${appointmentId} and m.kind = 'promo'`.execute(db)
  return rows[0] ?? { amountMinor: 0, times: 0 }
}
