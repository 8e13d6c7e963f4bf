import { limits } from '#contract/constants.ts'
import type { SearchInput } from '#contract/search/search.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { nearPlace } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { dayOf, daysBetween, minuteOfEvent, todayIn } from '#server/platform/event-day.ts'

/** The country and zone of a place; refuses one that nobody could be asked to. */
export async function eventPlace(
  ctx: Context,
  catalog: Catalog,
  { location }: Pick<SearchInput, 'location'>,
): Promise<{ countryCode: string; tz: string; near: string }> {
  const [lng, lat] = location.coordinates
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw refuseField('location_out_of_range', 'location')
  const countryCode = location.address.countryCode
  if (!catalog.markets.has(countryCode)) throw refuseField('country_not_served', 'location')
  const near = await nearPlace(ctx.reads, lat, lng)
  if (!near || near.metres > limits.remoteMetres) throw refuseField('place_too_remote', 'location')
  if (near.place.country_code !== countryCode) throw refuseField('country_mismatch', 'location')
  // The name that was chosen, where a place around is called so; what anybody made up is not said to others.
  const [chosen = ''] = location.address.placeName.split(',')
  return { countryCode, tz: near.place.tz, near: near.around.includes(chosen) ? chosen : near.place.name }
}

/** Refuses a day or a time that is past where the event is, that its clocks skip, or further off than diaries go. */
export function refuseWrongTime(
  now: Date,
  tz: string,
  { eventDate, finishTime }: { eventDate: string; finishTime?: string | null | undefined },
): void {
  const today = todayIn(tz, now)
  if (eventDate < today) throw refuseField('date_past', 'eventDate')
  const [year, rest] = [Number(today.slice(0, 4)) + limits.searchYearsAhead, today.slice(4)]
  if (eventDate > `${year}${rest}` || daysBetween(today, eventDate) > 731)
    throw refuseField('date_too_far', 'eventDate')
  if (!finishTime) return
  const day = dayOf(eventDate, tz)
  if (day.skips(finishTime)) throw refuseField('time_skipped', 'finishTime')
  if (day.at(minuteOfEvent(finishTime)) <= now.getTime()) throw refuseField('time_past', 'finishTime')
}
