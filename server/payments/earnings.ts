import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings, PayoutRhythm } from '#contract/payments/payments.ts'
import { zonedDay } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getCurrentGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import {
  type CategorySum,
  listEarnedByMonth,
  listStoredMonths,
  listUnstoredArtists,
  fetchPayoutsOfProvider,
  getPayoutSums,
  saveEarnedMonths,
  sumPayoutsByMonth,
} from './earnings.queries.ts'
import { presentJob } from './present-money.ts'
import { listJobsOfPayouts } from './statements.queries.ts'
import { payoutTime } from './payouts.ts'
import { getSellerState } from '#server/payments/reporting/seller-identity.queries.ts'
import { getOwedSums } from './ledger.queries.ts'
import { type Payee, findPayee, findPayoutAccount } from './payout-accounts.queries.ts'
import { listMonthsTo } from '#server/platform/event-day.ts'

const DAY_MS = 86_400_000

const rhythmOf = (account: { rhythm: string } | undefined): PayoutRhythm =>
  (account?.rhythm as PayoutRhythm | undefined) ?? 'daily'

export async function getCallerPayee(ctx: Context): Promise<Payee & { currency: string }> {
  const payee = ctx.viewer.accountId ? await findPayee(ctx.db, ctx.viewer.accountId) : undefined
  if (!payee) throw new Refusal('not_found')
  const market = (await getCatalog(ctx.database)).markets.get(payee.country_code as 'GB')
  return { ...payee, currency: market?.currency ?? 'AUD' }
}

export async function getEarnings(ctx: Context): Promise<OutputOf<typeof earnings.show>> {
  const { id, tz, country_code, currency } = await getCallerPayee(ctx)
  const months = (await listEarnedMonths(ctx, { id, currency, tz })).map(({ kinds: _, ...month }) => month)
  const current = months.at(-1)
  const figures = await figuresOf(ctx, id, currency)
  const rhythm = rhythmOf(await findPayoutAccount(ctx.db, id))
  const isHeld = await arePayoutsOnHold(ctx, id)
  return {
    currency,
    countryCode: country_code,
    test: getCurrentGateway(ctx.env) === 'test',
    months,
    thisMonth: { yours: current?.yours ?? 0, bookings: current?.bookings ?? 0 },
    ...figures,
    nextPayout:
      figures.earned > 0 && !isHeld ? { date: nextPayoutDay(ctx.now, tz, rhythm), amount: figures.earned } : null,
  }
}

/** True while payouts to an artist wait for the tax identity. */
const arePayoutsOnHold = async (ctx: Context, providerId: string): Promise<boolean> =>
  (await getSellerState(ctx.db, providerId, ctx.now)) === 'overdue'

function nextPayoutDay(now: Date, tz: string, rhythm: PayoutRhythm): string {
  if (rhythm === 'job') return zonedDay(now.toISOString(), tz)
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), payoutTime.hour, payoutTime.minute)
  const next = new Date(today > now.getTime() ? today : today + DAY_MS)
  const daysToMonday = rhythm === 'weekly' ? (8 - next.getUTCDay()) % 7 : 0
  return zonedDay(new Date(next.getTime() + daysToMonday * DAY_MS).toISOString(), tz)
}

/**
 * Returns a provider's money as four sums without overlap: held for the job, earned, in transit to the bank, and paid.
 */
async function figuresOf(ctx: Context, providerId: string, currency: string) {
  const owed = (await getOwedSums(ctx.db, providerId)).find((one) => one.currency === currency)
  const { onItsWay, paid } = await getPayoutSums(ctx.db, providerId, currency)
  return {
    held: toMajor(Number(owed?.pending ?? 0)),
    earned: toMajor(Number(owed?.earned ?? 0)),
    onItsWay: toMajor(Number(onItsWay)),
    paid: toMajor(Number(paid)),
  }
}

export async function getPayouts(
  ctx: Context,
  { cursor }: InputOf<typeof earnings.payouts>,
): Promise<OutputOf<typeof earnings.payouts>> {
  const { id, tz, currency, country_code } = await getCallerPayee(ctx)
  const account = await findPayoutAccount(ctx.db, id)
  const { rows, nextCursor } = await fetchPayoutsOfProvider(ctx.db, id, { cursor })
  const jobs = Map.groupBy(
    await listJobsOfPayouts(
      ctx.db,
      rows.map((row) => row.id),
    ),
    ({ payoutId }) => payoutId,
  )
  const months = await sumPayoutsByMonth(ctx.db, { providerId: id, currency, tz })
  return {
    details: {
      gateway: getCurrentGateway(ctx.env),
      state: (account?.state as 'ready' | undefined) ?? 'none',
      label: account?.label ?? '',
    },
    currency,
    ...(await figuresOf(ctx, id, currency)),
    rhythm: rhythmOf(account),
    nextDate: nextPayoutDay(ctx.now, tz, rhythmOf(account)),
    onHold: await arePayoutsOnHold(ctx, id),
    payouts: rows.map((row) => ({
      id: row.id,
      amount: toMajor(row.amount_minor),
      returned: toMajor(row.returned),
      bank: toMajor(row.bank),
      currency: row.currency,
      state: row.state as 'paid',
      createdAt: row.at,
      paidAt: row.paid_at ? new Date(row.paid_at).toISOString() : null,
      day: zonedDay(row.paid_at ? new Date(row.paid_at).toISOString() : row.at, tz),
      jobs: (jobs.get(row.id) ?? []).map((job) => presentJob(job, country_code as Country)),
      error: row.error,
    })),
    months: months.map(({ month, minor }) => ({ month, amount: toMajor(Number(minor)) })),
    nextCursor,
  }
}

const MONTHS = 12

type EarnedMonth = {
  month: string
  yours: number
  fee: number
  bookings: number
  kinds: { categoryId: number | null; yours: number }[]
}

type EarningArtist = { id: string; currency: string; tz: string }

/**
 * Returns a provider's earnings in each of the last twelve months from the ledger. All pages use it, so that their
 * figures agree. Months that are over may be stored.
 */
export async function listEarnedMonths(ctx: Context, { id, currency, tz }: EarningArtist): Promise<EarnedMonth[]> {
  const months = listMonthsTo(ctx.now, [tz], MONTHS).map((first) => first.slice(0, 7))
  const stored = await listStoredMonths(ctx.db, { providerId: id, currency, tz, first: months[0] ?? '' })
  const sums = new Map(stored.map(({ month, categories }) => [month, categories]))
  const unstored = months.filter((month) => !sums.has(month))
  for (const [month, rows] of await readMonths(ctx, { id, currency, tz }, unstored)) sums.set(month, rows)
  return months.map((month) => {
    const rows = sums.get(month) ?? []
    const sum = (name: 'yours' | 'fee' | 'bookings') => rows.reduce((all, row) => all + Number(row[name]), 0)
    return {
      month,
      yours: toMajor(sum('yours')),
      fee: toMajor(sum('fee')),
      bookings: sum('bookings'),
      kinds: rows.map(({ category_id, yours }) => ({ categoryId: category_id, yours: toMajor(Number(yours)) })),
    }
  })
}

/** Sums months (YYYY-MM, oldest first) by category from the ledger, each at least as an empty list. */
async function readMonths(
  ctx: Context,
  { id, currency, tz }: EarningArtist,
  months: readonly string[],
): Promise<Map<string, CategorySum[]>> {
  const [first] = months
  if (!first) return new Map()
  // A day earlier, because local months begin at another time than those in UTC.
  const from = new Date(Date.parse(`${first}-01`) - DAY_MS)
  const byMonth = Map.groupBy(await listEarnedByMonth(ctx.db, id, currency, tz, from), ({ month }) => month)
  return new Map(
    months.map((month) => [month, (byMonth.get(month) ?? []).map(({ month: _, ...category }) => category)]),
  )
}

/** Artists with fewer bookings have so few movements that their pages read them directly. */
const MANY_BOOKINGS = 200
const ARTISTS_AT_ONCE = 200

/** Stores the last twelve months that are over of artists with many bookings, two days after the last one ended. */
export async function storeEarnedMonths(ctx: Context): Promise<void> {
  const artists = await listUnstoredArtists(ctx.db, { now: ctx.now, bookings: MANY_BOOKINGS, most: ARTISTS_AT_ONCE })
  for (const { id, tz, currency, month } of artists) {
    const months = listMonthsTo(new Date(`${month}-15`), ['UTC'], MONTHS).map((first) => first.slice(0, 7))
    const sums = await readMonths(ctx, { id, currency, tz }, months)
    await saveEarnedMonths(
      ctx.db,
      { providerId: id, currency, tz },
      months.map((one) => ({ month: one, categories: sums.get(one) ?? [] })),
    )
    await yieldToEventLoop()
  }
}
