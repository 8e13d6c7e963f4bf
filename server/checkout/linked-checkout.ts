import type { bookings } from '#contract/bookings/bookings.ts'
import {
  findTrialPrice,
  getSpan,
  labelTrial,
  patchTestSpan,
  replaceTrial,
  type SpanRule,
} from '#contract/preparation/trial-price.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type AppointmentRow, getWorkSpot } from '#server/appointments/index.ts'
import { type HoldRow, lockHold, setHoldQuote } from './holds.queries.ts'
import { getCallerHoldWithSearch, presentHold } from './caller-holds.ts'
import { assertNotPaying } from './hold-promos.ts'
import { unshareBill } from './shared-bills.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  convertHoldTime,
  releaseBusyTimes,
  isFree,
  lockDiary,
  type OfferedTrialRow,
  getSpeedsInTransaction,
  getSpeeds,
  type TravelSpeeds,
  listTrialsForServices,
} from '#server/providers/index.ts'
import {
  presentQuote,
  type QuoteBody,
  findQuoteById,
  type QuoteRow,
  saveQuote,
  type SearchRow,
} from '#server/search/index.ts'
import { type ChosenTime, deleteChosen, insertChosen, listChosen } from './linked-checkout.queries.ts'
import {
  addToDiary,
  type RequestedTime,
  type DiaryPlace,
  findTime,
  getTestMinutes,
  insertLinkedAppointment,
  insertTest,
  type LinkedDay,
  listFreeTimes,
  listMissingOf,
  listMissingTests,
  type MissingTest,
  type TestedBooking,
} from '#server/preparation/index.ts'
import {
  buildBodyWithLines,
  type LinkedKind,
  lockPromo,
  priceWithCode,
  setKept,
  findActivePromoUse,
} from '#server/billing/index.ts'
import type { HoldVisits } from '#contract/preparation/linked-appointments.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { patchTestMinutes } from '#contract/providers/patch-tests.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import { formatDate } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import { attachCosts } from '#contract/price-lines.ts'
import type { Country } from '#contract/words.ts'

const apiKind = { trial: 'trial', patch_test: 'patchTest' } as const satisfies Record<LinkedKind, string>

export async function getVisits(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.visits>,
): Promise<OutputOf<typeof bookings.visits>> {
  return { visits: await presentOptions(ctx, await getHeldBooking(ctx, holdId)) }
}

export async function listVisitTimes(
  ctx: Context,
  { holdId, eventDate, kind, services, withTest }: InputOf<typeof bookings.visitTimes>,
): Promise<OutputOf<typeof bookings.visitTimes>> {
  const { hold, day } = await getHeldBooking(ctx, holdId)
  const options = await listOptions(ctx, hold, day)
  const chosen = await listChosen(ctx.db, hold.id)
  const same = chosen.filter((one) => apiKind[one.kind] === kind)
  // Times chosen with a soft hold are not in the diary yet.
  const others = hold.soft ? chosen.filter((one) => !same.includes(one)) : []
  if (kind === 'patchTest' && options.missing.length === 0) return { times: [] }
  const selected =
    kind === 'patchTest'
      ? { trials: [], missing: options.missing }
      : selectOptions(options, { services: services.split(',').filter(Boolean), withTest: withTest === 'yes' })
  const speeds = await getSpeeds(ctx)
  const visit = { ...planVisit(selected), eventDate, speeds, except: same.map(({ id }) => id) }
  return { times: excludeNear(await listFreeTimes(ctx, day, visit), others, day) }
}

/** Excludes times too close to other chosen times of the hold, given the provider's buffer. */
export const excludeNear = (
  times: readonly FreeTime[],
  chosen: readonly Pick<ChosenTime, 'from' | 'to'>[],
  { buffer_minutes }: { buffer_minutes: number },
): FreeTime[] => {
  const pause = buffer_minutes * 60_000
  return times.filter(({ startsAt, endsAt }) =>
    chosen.every(({ from, to }) => Date.parse(endsAt) + pause <= from || to + pause <= Date.parse(startsAt)),
  )
}

/** Replaces the trial and patch test chosen with a hold, both or none. A trial is added to the price. */
export async function chooseVisits(
  ctx: Context,
  { holdId, patchTest, trial }: InputOf<typeof bookings.chooseVisits>,
): Promise<OutputOf<typeof bookings.chooseVisits>> {
  const { day } = await getHeldBooking(ctx, holdId)
  return ctx.idempotent(async (tx) => {
    await lockDiary(tx.db, day.provider_id)
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await findQuoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await unshareBill(tx, hold.id)
    await assertNotPaying(tx, hold.id)
    const options = await listOptions(tx, hold, day)
    if (patchTest && (options.missing.length === 0 || trial?.withTest)) throw new Refusal('state_changed')
    await releaseBusyTimes(tx, await deleteChosen(tx.db, hold.id))
    const selected = trial && selectOptions(options, trial)
    const saved: Omit<ChosenTime, 'id'>[] = []
    if (trial && selected) saved.push(await saveChoice(tx, { day, hold, saved }, trial, selected))
    if (patchTest) await saveChoice(tx, { day, hold, saved }, patchTest, { trials: [], missing: options.missing })
    await priceWithTrial(tx, hold, quote, {
      trials: selected?.trials ?? [],
      eventDate: trial?.eventDate ?? null,
      country: day.country_code,
    })
    return { hold: await presentHold(tx, hold.id), visits: await presentOptions(tx, { hold, quote, day }) }
  })
}

type Choosing = { day: HoldDayDetails; hold: Pick<HoldRow, 'id' | 'soft'>; saved: readonly Omit<ChosenTime, 'id'>[] }

/** Throws `visit_taken` with the free times of the day if the chosen time is not free. */
async function saveChoice(
  tx: Context,
  { day, hold, saved }: Choosing,
  { eventDate, startsAt }: RequestedTime,
  selected: Options,
): Promise<Omit<ChosenTime, 'id'>> {
  const kind: LinkedKind = selected.trials.length > 0 ? 'trial' : 'patch_test'
  const { minutes, rule } = planVisit(selected)
  const free = await listFreeTimes(tx, day, { eventDate, minutes, rule, speeds: await getSpeedsInTransaction(tx.db) })
  const times = excludeNear(free, saved, day)
  const time = findTime(times, startsAt)
  if (!time) throw new Refusal('visit_taken', { detail: { kind: apiKind[kind], times } })
  const choice = {
    kind,
    ...rule,
    event_date: eventDate,
    from: Date.parse(time.startsAt),
    to: Date.parse(time.endsAt),
    with_test: kind === 'trial' && selected.missing.length > 0,
    services: kind === 'trial' ? selected.trials.map((one) => one.service_id) : selected.missing.map(({ id }) => id),
  } as const
  const { id } = await insertChosen(tx.db, hold.id, choice)
  if (!hold.soft) await addToDiary(tx, day, choice, { kind: 'hold', ref: id })
  return choice
}

/**
 * Adds the chosen times of a soft hold to the diary when it becomes exclusive. Throws `visit_taken` if one is not free.
 * Requires `lockDiary`.
 */
export async function reserveChosen(
  tx: Context,
  holdId: string,
  place: DiaryPlace,
  speeds: TravelSpeeds,
): Promise<void> {
  const { provider_id, lat, lng, buffer_minutes } = place
  for (const { id, kind, ...time } of await listChosen(tx.db, holdId)) {
    if (!(await isFree(tx, provider_id, { lat, lng, from: time.from, to: time.to }, buffer_minutes, speeds)))
      throw new Refusal('visit_taken', { detail: { kind: apiKind[kind], times: [] } })
    await addToDiary(tx, place, time, { kind: 'hold', ref: id })
  }
}

/** Books the chosen times in the transaction that creates the appointment. */
export async function bookChosen(ctx: Context, booking: AppointmentRow, chosen: readonly ChosenTime[]): Promise<void> {
  for (const choice of chosen) {
    const { id } = await bookChoice(ctx, booking, choice)
    if (!(await convertHoldTime(ctx.db, choice.id, id))) throw new Error(`choice ${choice.id} has no diary entry`)
  }
}

async function bookChoice(ctx: Context, booking: AppointmentRow, choice: ChosenTime): Promise<{ id: string }> {
  const { kind, services, hours, months, from, to, event_date } = choice
  const time = { starts_at: new Date(from), ends_at: new Date(to), event_date }
  if (kind === 'patch_test')
    return insertTest(ctx.db, booking, ctx.now, { missing: services.map((id) => ({ id })), time })
  const { priceMinor = 0, offMinor = 0 } = findTrialPrice(booking.body.lines) ?? {}
  const trial = await insertLinkedAppointment(ctx.db, booking, ctx.now, {
    kind,
    services,
    hours,
    months,
    minutes: (to - from) / 60_000,
    ...time,
    policy_start: time.starts_at,
    price_minor: priceMinor,
    deducted_minor: offMinor,
  })
  const missing = choice.with_test ? await listMissingOf(ctx.db, booking) : []
  if (missing.length > 0) await insertTest(ctx.db, booking, ctx.now, { missing, time, trialId: trial.id })
  return trial
}

type HoldDayDetails = LinkedDay & { buffer_minutes: number; country_code: string; services: string[] }
type HoldBooking = { hold: HoldRow; quote: QuoteRow; day: HoldDayDetails }
type Options = { missing: MissingTest[]; trials: OfferedTrialRow[] }

/** Throws `not_found` for a team hold, which has no linked appointments. */
async function getHeldBooking(ctx: Context, holdId: string): Promise<HoldBooking> {
  const { hold, search } = await getCallerHoldWithSearch(ctx, holdId)
  const quote = search && (await findQuoteById(ctx.db, hold.search_id, hold.quote_id))
  const day = search && quote ? getHeldDay(hold, quote, search) : null
  if (!quote || !day || hold.team_up_id) throw new Refusal('not_found')
  return { hold, quote, day }
}

function getHeldDay(hold: HoldRow, quote: QuoteRow, search: SearchRow): HoldDayDetails | null {
  const { plan } = presentQuote(quote)
  if (!plan) return null
  return {
    provider_id: hold.provider_id,
    tz: plan.timeZone,
    buffer_minutes: quote.buffer_minutes,
    country_code: search.country_code,
    starts_at: new Date(plan.arriveAt),
    services: [...new Set(plan.blocks.map(({ serviceId }) => serviceId))],
    ...getWorkSpot(quote, search),
  }
}

async function listOptions(ctx: Context, hold: Pick<HoldRow, 'account_id'>, day: HoldDayDetails): Promise<Options> {
  const accountId = hold.account_id ?? ctx.viewer.accountId
  const missing = await listMissingTests(ctx.db, { ...day, id: null, account_id: accountId })
  const trials = await listTrialsForServices(ctx.db, day.provider_id, day.services)
  const fits = (trial: OfferedTrialRow) =>
    ctx.now.getTime() + trial.minutes * 60_000 < getSpan(day.starts_at.getTime(), trial).until
  return { missing, trials: trials.filter(fits) }
}

/**
 * Returns the chosen trials and patch test. Throws `trial_not_offered` if the provider does not offer all trials, or if
 * no patch test is missing.
 */
function selectOptions(
  { trials, missing }: Options,
  { services, withTest }: { services: readonly string[]; withTest: boolean },
): Options {
  const chosen = trials.filter(({ service_id }) => services.includes(service_id))
  if (chosen.length === 0 || chosen.length < new Set(services).size) throw new Refusal('trial_not_offered')
  if (withTest && (missing.length === 0 || chosen.some((one) => !one.with_test))) throw new Refusal('trial_not_offered')
  return { trials: chosen, missing: withTest ? missing : [] }
}

/**
 * A visit takes as long as its trials one after another, and at least as long as its patch test. Its allowed span is
 * the narrowest of them.
 */
function planVisit({ trials, missing }: Options): { minutes: number; rule: SpanRule } {
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

async function presentOptions(ctx: Context, { hold, quote, day }: HoldBooking): Promise<HoldVisits> {
  const { missing, trials } = await listOptions(ctx, hold, day)
  const chosen = await listChosen(ctx.db, hold.id)
  const { percent } = (quote.body as QuoteBody).terms
  const iso = (ms: number) => getEventDay(new Date(ms).toISOString().slice(0, 10), day.tz).iso(ms)
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
              price: computeUnitsWithFee(one.cost_minor, percent),
              ...spanOf(one),
            })),
            withTest: missing.length > 0 ? trials.flatMap((one) => (one.with_test ? [one.service_id] : [])) : [],
            chosen: timeOf(trial),
            tried: trial?.services ?? [],
            carriesTest: trial?.with_test ?? false,
          },
  }
}

/**
 * Throws `test_too_late` if a booking starts too soon for its required patch test. A test done for the caller's account
 * counts.
 */
export async function assertTestInTime(ctx: Context, of: Omit<TestedBooking, 'id' | 'account_id'>): Promise<void> {
  const left = of.starts_at.getTime() - ctx.now.getTime() - patchTestSpan.hours * 3_600_000
  // Skips the query if the booking is far enough ahead.
  if (left >= patchTestMinutes.most * 60_000) return
  const missing = await listMissingTests(ctx.db, { ...of, id: null, account_id: ctx.viewer.accountId })
  if (missing.some(({ minutes }) => minutes * 60_000 > left)) throw new Refusal('test_too_late')
}

type ChosenTrial = { trials: readonly OfferedTrialRow[]; eventDate: string | null; country: string }

/**
 * Saves the price of a hold with or without this trial and recomputes its promo code. Runs in the caller's transaction
 * with the hold locked. Throws `promo_too_small` if the code no longer applies.
 */
async function priceWithTrial(
  tx: Context,
  hold: HoldRow,
  quote: QuoteRow,
  { trials, eventDate, country }: ChosenTrial,
): Promise<void> {
  const body = quote.body as QuoteBody
  // Writes the same quote to change the hold's version, so that a concurrent booking fails.
  if (trials.length === 0 && !findTrialPrice(body.lines)) return void (await setHoldQuote(tx.db, hold.id, quote.id))
  const day = eventDate && formatDate(eventDate, country as Country, tx.now.getUTCFullYear())
  const before = attachCosts(body.lines, body.terms).filter(({ line }) => line.kind !== 'promo')
  const lines = replaceTrial(
    before,
    trials.map(({ cost_minor, deducted }) => ({ costMinor: cost_minor, deducted })),
    {
      percent: body.terms.percent,
      label: labelTrial(
        trials.map(({ label }) => label),
        day,
      ),
    },
  )
  const { promoUse, ...plain } = buildBodyWithLines(body, lines)
  const of = {
    searchId: hold.search_id,
    providerId: hold.provider_id,
    version: quote.version,
    promoOf: quote.promo_of ?? quote.id,
  }
  const use = promoUse ? await findActivePromoUse(tx.db, hold.id) : undefined
  const code = use && (await lockPromo(tx.db, use.promo_id))
  if (!use || !code) {
    if (trials.length === 0) return void (await setHoldQuote(tx.db, hold.id, of.promoOf))
    return saveHoldPrice(tx, hold, of, plain, quote.expires_at)
  }
  const priced = priceWithCode(plain, code, quote.name)
  if (priced.amountMinor === 0 || toMinor(plain.total) < code.least_total_minor) throw new Refusal('promo_too_small')
  await setKept(tx.db, use.id, priced)
  await saveHoldPrice(tx, hold, of, { ...priced.body, promoUse: use.id }, quote.expires_at)
}

async function saveHoldPrice(
  tx: Context,
  hold: HoldRow,
  of: Parameters<typeof saveQuote>[1],
  body: QuoteBody,
  expiresAt: Date,
): Promise<void> {
  const kept = await saveQuote(tx, of, body, expiresAt)
  if (!kept) throw new Error(`the price of hold ${hold.id} was not saved`)
  await setHoldQuote(tx.db, hold.id, kept.id)
}
