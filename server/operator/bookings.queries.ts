import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import type { Db } from '#db/database.ts'
import {
  toContainsPattern,
  fetchPage,
  fetchSortedPage,
  type Page,
  type PageRequest,
} from '#server/platform/pagination.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

type Asked = StorySubject & {
  text?: string | undefined
  state?: string | undefined
  when?: 'ahead' | 'past' | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'date' | '-date' | 'total' | '-total' | undefined
  now: Date
}

/** Returns the number in '135', '#135' or 'booking 135', or else the text. */
const toBookingNumber = (text: string): string => text.match(/^(?:booking\s)?#?(\d{1,9})$/i)?.[1] ?? text

const bookingOrders = {
  date: [
    { by: sql`appointment.event_date`, type: 'date' },
    { by: sql`appointment.starts_at`, type: 'timestamptz' },
  ],
  total: [{ by: sql`appointment.total_minor`, type: 'bigint' }],
} as const

export const fetchBookings = (
  db: Db,
  { text, state, when, from, to, accountId, providerId, now, ...page }: Asked & PageRequest,
): Promise<Page<{ id: string }>> => {
  const edge = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const query = db
    .selectFrom('appointment')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .select('appointment.id')
    .$if(Boolean(text), (q) =>
      q.where(
        sql<boolean>`(lower(provider.name) like ${toContainsPattern(text ?? '')} or lower(appointment.requester->>'name') like ${toContainsPattern(text ?? '')} or lower(appointment.requester->>'email') like ${toContainsPattern(text ?? '')} or appointment.number::text = ${toBookingNumber(text ?? '')})`,
      ),
    )
    .$if(state !== undefined, (q) => q.where('appointment.state', '=', state ?? ''))
    .$if(from !== undefined, (q) => q.where(sql<boolean>`appointment.event_date >= ${from}::date`))
    .$if(to !== undefined, (q) => q.where(sql<boolean>`appointment.event_date <= ${to}::date`))
    .$if(accountId !== undefined, (q) => q.where('appointment.account_id', '=', accountId ?? ''))
    .$if(providerId !== undefined, (q) => q.where('appointment.provider_id', '=', providerId ?? ''))
    .$if(when === 'ahead', (q) =>
      q.where('appointment.ends_at', '>', now).where(sql<boolean>`appointment.event_date >= ${edge(-2)}::date`),
    )
    .$if(when === 'past', (q) =>
      q.where('appointment.ends_at', '<=', now).where(sql<boolean>`appointment.event_date <= ${edge(2)}::date`),
    )
  return fetchSortedPage(query, page, {
    orders: bookingOrders,
    usual: when === 'ahead' ? 'date' : '-date',
    id: 'appointment.id',
  })
}

export const getUpcomingBookings = async (
  db: Db,
  now: Date,
): Promise<{ bookings: number; money: { currency: string; minor: Minor }[] }> => {
  const { rows } = await sql<{ currency: string; minor: Minor; n: number }>`
    select currency, sum(total_minor)::bigint as minor, count(*)::int as n from appointment
    where state = 'booked' and ends_at > ${now} group by currency order by minor desc`.execute(db)
  return { bookings: rows.reduce((sum, { n }) => sum + n, 0), money: rows }
}

/** Includes the hold, payments and moves of the booking. Newest first. */
export const listMailsAbout = async (
  db: Db,
  appointmentId: string,
  addresses: readonly string[],
): Promise<MailRow[]> => {
  const { rows } = await sql<MailRow>`
    with about as (
      select id::text as ref from appointment where id = ${appointmentId}
      union select hold_id::text from appointment where id = ${appointmentId} and hold_id is not null
      union select m.id::text from appointment_move m where m.appointment_id = ${appointmentId}
      union select p.id::text from payment p where p.ref in (select id from appointment where id = ${appointmentId}
        union select hold_id from appointment where id = ${appointmentId}))
    select o.id, o.address, o.subject, o.body, o.state, o.secret, o.created_at from outbox o
    where o.channel = 'mail' and lower(o.address) = any(${addresses.map(normaliseEmail)}::text[])
      and exists (select from about where position(about.ref in o.fact) > 0)
    order by o.created_at desc, o.id desc limit 60`.execute(db)
  return rows
}
type MailRow = {
  id: string
  address: string
  subject: string
  body: string
  state: string
  secret: boolean
  created_at: Date
}

export const fetchDisputes = (db: Db, { state, ...page }: { state: 'open' | 'settled' } & PageRequest) => {
  const [column, order] =
    state === 'open' ? ['created_at' as const, 'asc' as const] : ['settled_at' as const, 'desc' as const]
  return fetchPage(db.selectFrom('dispute').select('id').where('state', '=', state), page, {
    at: column,
    id: 'id',
    order,
  })
}
