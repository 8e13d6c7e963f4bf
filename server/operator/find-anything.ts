import { hasDuty } from '#contract/accounts/duties.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import { major, money } from '#contract/money.ts'
import type { Found, operatorFind } from '#contract/operator/find.ts'
import { summariesOf, appointmentsById } from '#server/bookings/appointments/door.ts'
import { paymentsPage } from '#server/payments/operator/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { bookingsPage } from './bookings/booking-queries.ts'
import { peoplePage, providersPage } from './people/people-queries.ts'

const ofEach = 5

/** Where an operator may want to go, by a few letters: a handful of each kind that their duties open. */
export async function findAnything(
  ctx: Context,
  { text }: InputOf<typeof operatorFind.find>,
): Promise<OutputOf<typeof operatorFind.find>> {
  const may = (...duties: Parameters<typeof hasDuty>[1]) => hasDuty(ctx.viewer.duties, duties)
  const asked = { text, after: null, now: ctx.now }
  const [people, providers, booked, payments] = await Promise.all([
    may('support') ? peoplePage(ctx.db, asked) : [],
    may('support', 'verification') ? providersPage(ctx.db, asked) : [],
    may('support') ? bookingsPage(ctx.db, asked) : [],
    may('support', 'money') ? paymentsPage(ctx.db, asked) : [],
  ])
  const bookings = await appointmentsById(
    ctx.db,
    booked.slice(0, ofEach).map(({ id }) => id),
  )
  const shown = { people: people.slice(0, ofEach), payments: payments.slice(0, ofEach) }
  await recordAccess(ctx, { what: 'people', of: shown.people.map(({ id }) => id) })
  await recordAccess(ctx, { what: 'bookings', of: bookings.map((row) => row.account_id) })
  await recordAccess(ctx, { what: 'payments', of: shown.payments.map((row) => row.account_id) })
  const found: Found[] = [
    ...shown.people.map(({ id, name, email }) => ({ kind: 'person' as const, id, title: name, text: email })),
    ...providers.slice(0, ofEach).map(({ id, name, area, city }) => ({
      kind: 'provider' as const,
      id,
      title: name,
      text: [area, city].filter(Boolean).join(', '),
    })),
    ...(await summariesOf(ctx, bookings, 'operator')).map((one) => ({
      kind: 'booking' as const,
      id: one.id,
      title: `${one.customer.name}, ${one.event}`,
      text: `${one.provider.name}, ${date(one.eventDate, one.countryCode, ctx.now.getUTCFullYear())}`,
    })),
    ...shown.payments.map((row) => ({
      kind: 'payment' as const,
      id: row.id,
      title: row.description,
      text: `${money(major(row.amount_minor), row.currency, { decimals: 'always', mixed: true })}, ${row.email}`,
    })),
  ]
  return { found }
}
