import { getSpan, patchTestSpan, type SpanRule } from '#contract/bookings/linked-appointments/span.ts'
import type { HoldVisits } from '#contract/bookings/linked-appointments/linked-appointments.ts'
import { unitsWithFee } from '#contract/price.ts'
import { patchTestMinutes } from '#contract/providers/patch-tests.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import type { HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { ownHoldOf } from '#server/bookings/holds/own-hold.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type OfferedTrialRow, trialsFor } from '#server/providers/index.ts'
import { presentQuote, type QuoteBody, quoteById, type QuoteRow, type SearchRow } from '#server/search/index.ts'
import { type ChosenTime, listChosen } from './choice-queries.ts'
import { listMissingTests, type MissingTest, type TestedBooking } from './due-queries.ts'
import { getTestMinutes, type LinkedDay } from './free-times.ts'

/** The day of a hold, with the fields that decide what can be booked before it. `services` are ids of the catalogue. */
export type HeldDay = LinkedDay & { buffer_minutes: number; country_code: string; services: string[] }
export type HeldBooking = { hold: HoldRow; quote: QuoteRow; day: HeldDay }
/** What can be booked before a day: the patch tests that are missing, and the trials that are offered. */
export type Options = { missing: MissingTest[]; trials: OfferedTrialRow[] }

/** Returns a hold of the caller with its price and its day. Throws `not_found` for a hold of a team, which has no linked appointments. */
export async function getHeldBooking(ctx: Context, holdId: string): Promise<HeldBooking> {
  const { hold, search } = await ownHoldOf(ctx, holdId)
  const quote = search && (await quoteById(ctx.db, hold.search_id, hold.quote_id))
  const day = search && quote ? getHeldDay(hold, quote, search) : null
  if (!quote || !day || hold.team_up_id) throw new Refusal('not_found')
  return { hold, quote, day }
}

function getHeldDay(hold: HoldRow, quote: QuoteRow, search: SearchRow): HeldDay | null {
  const { plan } = presentQuote(quote)
  if (!plan) return null
  return {
    provider_id: hold.provider_id,
    tz: plan.timeZone,
    buffer_minutes: quote.buffer_minutes,
    country_code: search.country_code,
    starts_at: new Date(plan.arriveAt),
    services: [...new Set(plan.blocks.map(({ serviceId }) => serviceId))],
    ...spotOf(quote, search),
  }
}

/** Returns the patch tests that the day of a hold needs, and the trials that are offered for it and still fit before it. */
export async function listOptions(ctx: Context, hold: Pick<HoldRow, 'account_id'>, day: HeldDay): Promise<Options> {
  const accountId = hold.account_id ?? ctx.viewer.accountId
  const missing = await listMissingTests(ctx.db, { ...day, id: null, account_id: accountId })
  const trials = await trialsFor(ctx.db, day.provider_id, day.services)
  const fits = (trial: OfferedTrialRow) =>
    ctx.now.getTime() + trial.minutes * 60_000 < getSpan(day.starts_at.getTime(), trial).until
  return { missing, trials: trials.filter(fits) }
}

/** Returns the options that are chosen for one visit. Throws `trial_not_offered` if the provider does not offer all of them, or no patch test is missing. */
export function selectOptions(
  { trials, missing }: Options,
  { services, withTest }: { services: readonly string[]; withTest: boolean },
): Options {
  const chosen = trials.filter(({ service_id }) => services.includes(service_id))
  if (chosen.length === 0 || chosen.length < new Set(services).size) throw new Refusal('trial_not_offered')
  if (withTest && (missing.length === 0 || chosen.some((one) => !one.with_test))) throw new Refusal('trial_not_offered')
  return { trials: chosen, missing: withTest ? missing : [] }
}

/** Returns the length and the span of a visit: all its trials one after the other, but not shorter than its patch test, within the narrowest of their spans. */
export function planVisit({ trials, missing }: Options): { minutes: number; rule: SpanRule } {
  if (trials.length === 0) return { minutes: getTestMinutes(missing), rule: patchTestSpan }
  const minutes = trials.reduce((sum, trial) => sum + trial.minutes, 0)
  return {
    minutes: missing.length > 0 ? Math.max(minutes, getTestMinutes(missing)) : minutes,
    rule: {
      hours: Math.max(...trials.map(({ hours }) => hours)),
      months: Math.min(...trials.map(({ months }) => months)),
    },
  }
}

/** Returns what can be booked before the day of a hold, and what is chosen, for its customer. */
export async function presentOptions(ctx: Context, { hold, quote, day }: HeldBooking): Promise<HoldVisits> {
  const { missing, trials } = await listOptions(ctx, hold, day)
  const chosen = await listChosen(ctx.db, hold.id)
  const { percent } = (quote.body as QuoteBody).terms
  const iso = (ms: number) => dayOf(new Date(ms).toISOString().slice(0, 10), day.tz).iso(ms)
  const spanOf = (rule: SpanRule) => {
    const { from, until } = getSpan(day.starts_at.getTime(), rule)
    return { from: iso(Math.max(from, ctx.now.getTime())), until: iso(until) }
  }
  const timeOf = (one: ChosenTime | undefined) =>
    one ? { eventDate: one.event_date, startsAt: iso(one.from), endsAt: iso(one.to) } : null
  const trial = chosen.find(({ kind }) => kind === 'trial')
  const test = chosen.find(({ kind }) => kind === 'patch_test')
  return {
    patchTest:
      missing.length === 0
        ? null
        : {
            services: missing.map(({ label }) => label),
            minutes: getTestMinutes(missing),
            ...spanOf(patchTestSpan),
            chosen: timeOf(test),
          },
    trial:
      trials.length === 0
        ? null
        : {
            services: trials.map((one) => ({
              id: one.service_id,
              label: one.label,
              minutes: one.minutes,
              deducted: one.deducted,
              price: unitsWithFee(one.cost_minor, percent),
              ...spanOf(one),
            })),
            withTest: missing.length > 0 ? trials.flatMap((one) => (one.with_test ? [one.service_id] : [])) : [],
            chosen: timeOf(trial),
            tried: trial?.services ?? [],
            carriesTest: trial?.with_test ?? false,
          },
  }
}

/** Throws `test_too_late` if a booking starts too soon for the patch test that it needs. A test that was done for the caller's account counts. */
export async function refuseLateTest(ctx: Context, of: Omit<TestedBooking, 'id' | 'account_id'>): Promise<void> {
  const left = of.starts_at.getTime() - ctx.now.getTime() - patchTestSpan.hours * 3_600_000
  // Skips the query for bookings that are far enough ahead.
  if (left >= patchTestMinutes.most * 60_000) return
  const missing = await listMissingTests(ctx.db, { ...of, id: null, account_id: ctx.viewer.accountId })
  if (missing.some(({ minutes }) => minutes * 60_000 > left)) throw new Refusal('test_too_late')
}
