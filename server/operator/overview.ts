import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { getOverviewCounts } from './system.queries.ts'
import { hasDuty } from '#contract/accounts/duties.ts'
import { formatDate } from '#contract/format.ts'
import { toMajor, type Minor, formatMoney } from '#contract/money.ts'
import type { SearchHit, operatorFind } from '#contract/operator/find.ts'
import { listAppointmentsById, presentSummaries } from '#server/appointments/index.ts'
import { fetchPayments } from '#server/payments/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { fetchBookings } from './bookings.queries.ts'
import { fetchPeople, fetchProviders } from './people.queries.ts'
import type { CurrencySum } from '#contract/operator/hub.ts'

export async function getOverview(ctx: Context): Promise<OutputOf<typeof operatorSystem.overview>> {
  const row = await getOverviewCounts(ctx.db, ctx.now)
  if (!row) throw new Error('the database returned no counts')
  const {
    oldest,
    sent_back: sentBack,
    given_up: givenUp,
    failed_payments: failedPayments,
    booked_today: bookedToday,
    takings,
    ...counts
  } = row
  return {
    ...counts,
    sentBack,
    givenUp,
    failedPayments,
    bookedToday,
    takings: toMajorSums(takings),
    oldest: oldest ? new Date(oldest).toISOString() : null,
  }
}

const ROWS_OF_EACH = 5
const NO_ROWS = { rows: [] }

/** Limited to the kinds that the operator may see. */
export async function findAnything(
  ctx: Context,
  { text }: InputOf<typeof operatorFind.find>,
): Promise<OutputOf<typeof operatorFind.find>> {
  const may = (...duties: Parameters<typeof hasDuty>[1]) => hasDuty(ctx.viewer.duties, duties)
  const filter = { text, now: ctx.now, size: ROWS_OF_EACH }
  const [people, providers, booked, payments] = await Promise.all([
    may('support') ? fetchPeople(ctx.db, filter) : NO_ROWS,
    may('support', 'verification') ? fetchProviders(ctx.db, filter) : NO_ROWS,
    may('support') ? fetchBookings(ctx.db, filter) : NO_ROWS,
    may('support', 'money') ? fetchPayments(ctx.db, filter) : NO_ROWS,
  ])
  const bookings = await listAppointmentsById(
    ctx.db,
    booked.rows.map(({ id }) => id),
  )
  await recordAccess(ctx, { what: 'people', of: people.rows.map(({ id }) => id) })
  await recordAccess(ctx, { what: 'bookings', of: bookings.map((row) => row.account_id) })
  await recordAccess(ctx, { what: 'payments', of: payments.rows.map((row) => row.account_id) })
  const found: SearchHit[] = [
    ...people.rows.map(({ id, name, email }) => ({ kind: 'person' as const, id, title: name, text: email })),
    ...providers.rows.map(({ id, name, area, city }) => ({
      kind: 'provider' as const,
      id,
      title: name,
      text: [area, city].filter(Boolean).join(', '),
    })),
    ...(await presentSummaries(ctx, bookings, 'operator')).map((one) => ({
      kind: 'booking' as const,
      id: one.id,
      title: `${one.customer.name}, ${one.event}`,
      text: `${one.provider.name}, ${formatDate(one.eventDate, one.countryCode, ctx.now.getUTCFullYear())}`,
    })),
    ...payments.rows.map((row) => ({
      kind: 'payment' as const,
      id: row.id,
      title: row.description,
      text: `${formatMoney(toMajor(row.amount_minor), row.currency, { decimals: 'always', mixed: true })}, ${row.email}`,
    })),
  ]
  return { found }
}

export function getOperatorId({ viewer: { accountId } }: Context): string {
  if (!accountId) throw new Error('a console action needs an operator')
  return accountId
}

export const toMajorSums = (money: readonly { currency: string; minor: Minor }[]): CurrencySum[] =>
  money.map(({ currency, minor }) => ({ currency, amount: toMajor(minor) }))
