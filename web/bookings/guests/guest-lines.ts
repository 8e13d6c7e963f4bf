import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { reader } from '#contract/words.ts'
import { clockIn, firstNameOf } from '#web/bookings/booking-phrases.ts'
import { readyText, silenceOf } from '#web/bookings/day/live-phrases.ts'
import { liveWords } from '#web/bookings/day/live-words.ts'

type Day = Pick<Invitation, 'live' | 'state' | 'startsAt' | 'endsAt' | 'provider' | 'countryCode' | 'timeZone'>

/** What one guest reads of the day as it runs: their own part, and what else there is to say; `now` is null until there is a clock to go by. */
export function guestLines(day: Day, now: number | null): { own: string | null; lines: string[] } {
  const { live, state, startsAt, endsAt, provider } = day
  if (state !== 'booked') return { own: null, lines: [] }
  const t = reader(liveWords, day.countryCode)
  const at = (instant: string) => clockIn(instant, day.timeZone)
  const firstName = firstNameOf(provider)
  const saidAt = live?.saidAt ? Date.parse(live.saidAt) : null
  const silence =
    now === null
      ? null
      : silenceOf({ state, arriveAt: startsAt, endsAt, doneAt: live?.finishedAt ?? null }, saidAt, now)
  if (!live) return { own: null, lines: silence === 'none' ? [t('live.none', { firstName })] : [] }
  const over = live.finishedAt !== null
  const clock = live.saidAt && at(live.saidAt)
  const lines = [
    !over && live.heldUpBy && t('live.guest.held', { firstName: firstNameOf(live.heldUpBy) }),
    !over && live.behind > 0 && t('live.behind', { n: live.behind }),
    over ? t('live.guest.finished') : readyText(day, live.doneAt, live.spare),
    clock && t(live.acting ? 'live.said.team' : 'live.said', { firstName, clock }),
    clock && silence === 'since' && t('live.silent', { firstName, clock }),
  ]
  return { own: ownPart(day, live), lines: lines.filter((line) => typeof line === 'string') }
}

function ownPart({ countryCode, timeZone }: Day, live: NonNullable<Invitation['live']>): string | null {
  const t = reader(liveWords, countryCode)
  if (live.state === 'now') return t('live.guest.now')
  if (live.state === 'done') return t('live.guest.done')
  if (!live.nextFrom || !live.plannedFrom) return null
  const clock = clockIn(live.nextFrom, timeZone)
  return Date.parse(live.nextFrom) === Date.parse(live.plannedFrom)
    ? t('live.guest.asPlanned', { clock })
    : t('live.guest.ahead', { clock, planned: clockIn(live.plannedFrom, timeZone) })
}
