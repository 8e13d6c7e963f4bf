import { metresPerUnit } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { latestClose } from '#contract/providers/profile-rules.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn, marketOf } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Input = InputOf<typeof ownProfile.travel>

/** Sets where and when the caller works, how far they go and what the road costs. */
export const setTravel = (ctx: Context, input: Input): Promise<OutputOf<typeof ownProfile.travel>> =>
  changeOwn(ctx, async (ctx, row, catalog) => {
    const mobile = input.mode !== 'studio'
    const studio = input.mode !== 'mobile'
    if (studio && !row.studio_address && !row.sample) throw refuseField('studio_address_missing', 'mode')
    if (mobile && input.radius <= 0) throw refuseField('radius_missing', 'radius')
    const hours = minutesOf(input.hours)
    if (hours.closes > latestClose) throw refuseField('hours_too_late', 'hours.closes')
    const metres = (units: number) => Math.round(units * metresPerUnit[marketOf(catalog, row).distanceUnit])
    await updateProvider(ctx.db, row.id, {
      mobile,
      studio,
      travel_radius_m: Math.min(200_000, metres(input.radius)),
      travel_free_m: Math.min(metres(input.free), metres(input.radius)),
      travel_per_unit_minor: minor(input.perUnit),
      // A week of their own stays until somebody says another window for all days.
      ...(hours.opens === row.opens_minute && hours.closes === row.closes_minute
        ? {}
        : { opens_minute: hours.opens, closes_minute: hours.closes, week: null }),
      early_before_minute: input.early ? minute(input.early.before) : null,
      early_fee_minor: input.early ? minor(input.early.fee) : 0,
      buffer_minutes: input.bufferMinutes,
      notice_hours: input.noticeHours,
      horizon_days: input.horizonDays,
    })
  })

const minute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Working hours in minutes of the day; a close at or before the opening is in the night after. */
export function minutesOf({ opens, closes }: { opens: string; closes: string }): { opens: number; closes: number } {
  const from = minute(opens)
  const to = minute(closes)
  return { opens: from, closes: to <= from ? to + 1440 : to }
}
