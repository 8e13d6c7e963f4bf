import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type After, anywhere, pageRows, exactInstant, olderThan } from '#server/platform/pages-of.ts'

/** A page of bookings, newest first, and one row more: where they stand in the order, and their ids. */
export const bookingsPage = (
  db: Db,
  { text, state, after }: { text?: string | undefined; state?: string | undefined; after: After | null },
) =>
  db
    .selectFrom('appointment')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .select(['appointment.id', exactInstant('appointment.booked_at').as('at')])
    .$if(Boolean(text), (q) =>
      q.where(
        sql<boolean>`(lower(provider.name) like ${anywhere(text ?? '')} or lower(appointment.requester->>'name') like ${anywhere(text ?? '')} or lower(appointment.requester->>'email') like ${anywhere(text ?? '')} or appointment.number::text = ${text ?? ''})`,
      ),
    )
    .$if(state !== undefined, (q) => q.where('appointment.state', '=', state ?? ''))
    .where(olderThan('appointment.booked_at', 'appointment.id', after))
    .orderBy('appointment.booked_at', 'desc')
    .orderBy('appointment.id', 'desc')
    .limit(pageRows + 1)
    .execute()

/** A page of reports: the open ones oldest first, the settled ones newest first, and one row more. */
export const disputesPage = (db: Db, { state, after }: { state: 'open' | 'settled'; after: After | null }) => {
  const [column, order] =
    state === 'open' ? ['created_at' as const, 'asc' as const] : ['settled_at' as const, 'desc' as const]
  return db
    .selectFrom('dispute')
    .select(['id', exactInstant(column).as('at')])
    .where('state', '=', state)
    .$if(after !== null, (q) =>
      q.where(
        state === 'open'
          ? sql<boolean>`(created_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`
          : sql<boolean>`(settled_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(column, order)
    .orderBy('id', order)
    .limit(pageRows + 1)
    .execute()
}
