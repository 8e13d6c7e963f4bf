import { type RawBuilder, sql } from 'kysely'

/** The search whose booking a movement of money is of, known by what was paid for: the booking, the time that was kept for it, a share of its bill, a tip or a credit; null where it is of none. */
export const searchOfMovement = (ref: RawBuilder<unknown>) => sql`(
  select a.search_id from appointment a where a.id = ${ref}
  union all select a.search_id from appointment a where a.hold_id = ${ref}
  union all select a.search_id from bill_share b join appointment a on a.hold_id = b.hold_id where b.id = ${ref}
  union all select a.search_id from tip join appointment a on a.id = tip.appointment_id where tip.id = ${ref}
  union all select a.search_id from credit_spend c join appointment a on a.id = c.for_ref where c.id = ${ref}
  union all select a.search_id from credit_spend c join appointment a on a.hold_id = c.for_ref where c.id = ${ref}
  limit 1)`
