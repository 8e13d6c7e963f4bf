import type { Invitation } from '#contract/party/guests.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatClockIn, getFirstName } from '#web/appointments/booking-phrases.ts'
import { formatReadyAt, getSilence, liveMessages } from './live-phrases.ts'

type Day = Pick<Invitation, 'live' | 'state' | 'startsAt' | 'endsAt' | 'provider' | 'countryCode' | 'timeZone'>

/** Returns a guest's texts: their own part and the rest; `now` is null before hydration. */
export function formatGuestLines(day: Day, now: number | null): { own: string | null; lines: string[] } {
  const { live, state, startsAt, endsAt, provider } = day
  if (state !== 'booked') return { own: null, lines: [] }
  const t = createTranslator(liveMessages, day.countryCode)
  const at = (instant: string) => formatClockIn(instant, day.timeZone)
  const firstName = getFirstName(provider)
  const saidAt = live?.saidAt ? Date.parse(live.saidAt) : null
  const silence =
    now === null
      ? null
      : getSilence({ state, arriveAt: startsAt, endsAt, doneAt: live?.finishedAt ?? null }, saidAt, now)
  if (!live) return { own: null, lines: silence === 'none' ? [t('live.none', { firstName })] : [] }
  const over = live.finishedAt !== null
  const clock = live.saidAt && at(live.saidAt)
  const lines = [
    !over && live.heldUpBy && t('live.guest.held', { firstName: getFirstName(live.heldUpBy) }),
    !over && live.behind > 0 && t('live.behind', { n: live.behind }),
    over ? t('live.guest.finished') : formatReadyAt(day, live.doneAt, live.spare),
    clock && t(live.acting ? 'live.said.team' : 'live.said', { firstName, clock }),
    clock && silence === 'since' && t('live.silent', { firstName, clock }),
  ]
  return { own: formatOwnPart(day, live), lines: lines.filter((line) => typeof line === 'string') }
}

function formatOwnPart({ countryCode, timeZone }: Day, live: NonNullable<Invitation['live']>): string | null {
  const t = createTranslator(liveMessages, countryCode)
  if (live.state === 'now') return t('live.guest.now')
  if (live.state === 'done') return t('live.guest.done')
  if (!live.nextFrom || !live.plannedFrom) return null
  const clock = formatClockIn(live.nextFrom, timeZone)
  return Date.parse(live.nextFrom) === Date.parse(live.plannedFrom)
    ? t('live.guest.asPlanned', { clock })
    : t('live.guest.ahead', { clock, planned: formatClockIn(live.plannedFrom, timeZone) })
}
