import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { getOverviewCounts } from './system.queries.ts'
import { hasDuty } from '#contract/accounts/duties.ts'
import { formatDate, formatMonth } from '#contract/format.ts'
import { fetchPartners } from '#server/accounts/index.ts'
import { fetchPromos } from '#server/billing/index.ts'
import { toMajor, type Minor, formatMoney } from '#contract/money.ts'
import type { SearchHit, operatorFind } from '#contract/operator/find.ts'
import { listAppointmentsById, presentSummaries } from '#server/appointments/index.ts'
import {
  fetchPayments,
  fetchPayouts,
  formatInvoiceNumber,
  formatPayoutNumber,
  listInvoicesByNumber,
} from '#server/payments/index.ts'
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
  const [people, providers, booked, payments, payouts, invoices, promos, partners] = await Promise.all([
    may('support') ? fetchPeople(ctx.db, filter) : NO_ROWS,
    may('support', 'verification') ? fetchProviders(ctx.db, filter) : NO_ROWS,
    may('support') ? fetchBookings(ctx.db, filter) : NO_ROWS,
    may('support', 'money') ? fetchPayments(ctx.db, filter) : NO_ROWS,
    may('money') ? fetchPayouts(ctx.db, { text, size: ROWS_OF_EACH }) : NO_ROWS,
    may('money') ? listInvoicesByNumber(ctx.db, text, ROWS_OF_EACH) : [],
    may('money') ? fetchPromos(ctx.db, text, { size: ROWS_OF_EACH }) : NO_ROWS,
    may('support') ? fetchPartners(ctx.db, text, { size: ROWS_OF_EACH }) : NO_ROWS,
  ])
  const bookings = await listAppointmentsById(
    ctx.db,
    booked.rows.map(({ id }) => id),
  )
  await recordAccess(ctx, { what: 'people', of: people.rows.map(({ id }) => id) })
  await recordAccess(ctx, { what: 'bookings', of: bookings.map((row) => row.account_id) })
  await recordAccess(ctx, { what: 'payments', of: payments.rows.map((row) => row.account_id) })
  const found: SearchHit[] = [
    ...people.rows.map(({ id, name, email }) => ({
      kind: 'person' as const,
      id,
      title: name,
      text: email,
      path: `/operator/people/${id}`,
    })),
    ...providers.rows.map(({ id, name, area, city }) => ({
      kind: 'provider' as const,
      id,
      title: name,
      text: [area, city].filter(Boolean).join(', '),
      path: `/operator/providers/${id}`,
    })),
    ...(await presentSummaries(ctx, bookings, 'operator')).map((one) => ({
      kind: 'booking' as const,
      id: one.id,
      title: `${one.customer.name}, ${one.event}`,
      text: `${one.provider.name}, ${formatDate(one.eventDate, one.countryCode, ctx.now.getUTCFullYear())}, #${one.number}`,
      path: `/operator/bookings/${one.id}`,
    })),
    ...payments.rows.map((row) => ({
      kind: 'payment' as const,
      id: row.id,
      title: row.description,
      text: `${formatMoney(toMajor(row.amount_minor), row.currency, { decimals: 'always', mixed: true })}, ${row.email}`,
      path: `/operator/payments/${row.id}`,
    })),
    ...payouts.rows.map((row) => ({
      kind: 'payout' as const,
      id: row.id,
      title: `${formatPayoutNumber(row.id)}, ${row.provider}`,
      text: formatMoney(toMajor(row.amount_minor), row.currency, { decimals: 'always', mixed: true }),
      path: `/operator/payouts?text=${row.id}`,
    })),
    ...invoices.map((row) => ({
      kind: 'invoice' as const,
      id: row.id,
      title: formatInvoiceNumber(row.country_code, row.number),
      text: `${row.provider}, ${formatMonth(Number(row.month.slice(0, 4)), Number(row.month.slice(5)))}`,
      path: `/operator/providers/${row.provider_id}`,
    })),
    ...promos.rows.map((row) => ({
      kind: 'promo' as const,
      id: row.id,
      title: row.code,
      text: row.artist ?? '',
      path: `/operator/promos?text=${row.code}`,
    })),
    ...partners.rows.map(({ id, name, email }) => ({
      kind: 'partner' as const,
      id,
      title: name,
      text: email,
      path: `/operator/partners/${id}`,
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
