import type { SharedVisit } from '#contract/bookings/own-clients.ts'
import { major } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { openedBy, openingKey } from '#server/platform/http/act-key.ts'
import { type SharedRow, sharedAppointment } from './own-client-queries.ts'

/** The address at which the client of an own appointment looks at it. Not inside a transaction. */
export const visitLink = async ({ database, env }: Pick<Context, 'database' | 'env'>, id: string): Promise<string> =>
  `${env.publicUrl}/visit/${await openingKey(database, env, 'visit', id)}`

/** The id of the own appointment that a link shows; null for a key that is not ours. Not inside a transaction. */
export const visitOfKey = ({ database, env }: Pick<Context, 'database' | 'env'>, key: string): Promise<string | null> =>
  openedBy(database, env, 'visit', key)

/** An own appointment whose artist is here; none once either is gone. */
export const readShared = async (ctx: Context, id: string | null): Promise<SharedRow | undefined> =>
  id === null ? undefined : sharedAppointment(ctx.db, id)

/** An own appointment for whoever has its link: nothing of what the artist notes. */
export function presentShared(row: SharedRow, now: Date): SharedVisit {
  const day = dayOf(row.event_date, row.tz)
  return {
    artist: { name: row.artist, slug: row.slug },
    firstName: row.name.split(' ')[0] ?? row.name,
    countryCode: row.country_code as CountryCode,
    eventDate: row.event_date,
    startsAt: day.iso(row.starts_at.getTime()),
    endsAt: day.iso(row.ends_at.getTime()),
    timeZone: row.tz,
    services: row.services,
    place: row.place,
    price: row.price_minor === null ? null : major(row.price_minor),
    currency: row.currency,
    state: row.cancelled_at ? 'cancelled' : row.ends_at <= now ? 'past' : row.answered_at ? 'agreed' : 'open',
  }
}
