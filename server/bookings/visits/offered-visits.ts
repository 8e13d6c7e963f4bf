import type { HoldVisits } from '#contract/bookings/visits/visits.ts'
import { patchTestSpan, spanBefore, type VisitRule } from '#contract/bookings/patch-tests/test-span.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { type Missing, testsMissing } from '#server/bookings/patch-tests/test-queries.ts'
import { longestTest } from '#server/bookings/patch-tests/test-times.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { type OfferedTrialRow, trialsFor } from '#server/providers/trials/door.ts'
import type { QuoteBody, QuoteRow } from '#server/search/locked-quotes/door.ts'
import type { HeldDay } from './day-of-hold.ts'
import { type KeptVisit, visitsOf } from './visit-queries.ts'

/** What comes before a day: the patch tests that are missing, and the trials that are offered. */
export type Offered = { missing: Missing[]; trials: OfferedTrialRow[] }

/** What the day of a kept time needs and is offered before it. What there is no time left for is not. */
export async function offeredVisits(ctx: Context, hold: Pick<HoldRow, 'account_id'>, day: HeldDay): Promise<Offered> {
  const of = { ...day, id: null, account_id: hold.account_id ?? ctx.viewer.accountId }
  const missing = await testsMissing(ctx.db, of)
  const trials = await trialsFor(ctx.db, day.provider_id, day.services)
  return { missing, trials: trials.filter((trial) => hasTime(ctx, day, trial, trial.minutes)) }
}

const hasTime = (ctx: Context, { starts_at }: HeldDay, rule: VisitRule, minutes: number): boolean =>
  ctx.now.getTime() + minutes * 60_000 < spanBefore(starts_at.getTime(), rule).until

/** How long a trial of these takes, and by the rule of date of all of them; with the patch test at the same visit at least as long as that. */
export function trialVisit(
  trials: readonly OfferedTrialRow[],
  missing: readonly Missing[] = [],
): { minutes: number; rule: VisitRule } {
  const minutes = trials.reduce((sum, trial) => sum + trial.minutes, 0)
  return {
    minutes: missing.length > 0 ? Math.max(minutes, longestTest(missing)) : minutes,
    rule: {
      hours: Math.max(...trials.map(({ hours }) => hours)),
      months: Math.min(...trials.map(({ months }) => months)),
    },
  }
}

/** The visits before the day of a kept time as its customer sees them. */
export async function presentVisits(
  ctx: Context,
  { hold, quote, day }: { hold: HoldRow; quote: QuoteRow; day: HeldDay },
): Promise<HoldVisits> {
  const { missing, trials } = await offeredVisits(ctx, hold, day)
  const kept = await visitsOf(ctx.db, hold.id)
  const { percent } = (quote.body as QuoteBody).terms
  const iso = (ms: number) => dayOf(new Date(ms).toISOString().slice(0, 10), day.tz).iso(ms)
  const spanOf = (rule: VisitRule) => {
    const { from, until } = spanBefore(day.starts_at.getTime(), rule)
    return { from: iso(Math.max(from, ctx.now.getTime())), until: iso(until) }
  }
  const chosen = (visit: KeptVisit | undefined) =>
    visit ? { eventDate: visit.event_date, startsAt: iso(visit.from), endsAt: iso(visit.to) } : null
  const [trial, test] = (['trial', 'patch_test'] as const).map((kind) => kept.find((one) => one.kind === kind))
  return {
    patchTest:
      missing.length === 0
        ? null
        : {
            ...{ services: missing.map(({ label }) => label), minutes: longestTest(missing), ...spanOf(patchTestSpan) },
            chosen: chosen(test),
          },
    trial:
      trials.length === 0
        ? null
        : {
            services: trials.map((one) => ({
              ...{ id: one.service_id, label: one.label, minutes: one.minutes, deducted: one.deducted },
              ...{ price: unitsWithFee(one.cost_minor, percent), ...spanOf(one) },
            })),
            withTest: missing.length > 0 ? trials.flatMap((one) => (one.with_test ? [one.service_id] : [])) : [],
            chosen: chosen(trial),
            tried: trial?.services ?? [],
            carriesTest: trial?.with_test ?? false,
          },
  }
}
