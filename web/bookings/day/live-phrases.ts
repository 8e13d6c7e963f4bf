import type { Appointment } from '#contract/bookings/appointment.ts'
import type { SaidWord } from '#contract/bookings/day/day-word.ts'
import { sittingKey, standingWords } from '#contract/bookings/day/day-facts.ts'
import type { Forecast } from '#contract/bookings/day/forecast.ts'
import { reader } from '#contract/words.ts'
import { clockIn, firstNameOf, wordsOf } from '#web/bookings/booking-phrases.ts'
import { liveWords } from './live-words.ts'

/** For so long without a word somebody is told that there was none, and so long after the planned end nobody is any more. */
const SILENT_MS = 30 * 60_000
const OVER_MS = 3 * 3_600_000

/** What a page has to know of a day to say how it runs. */
export type Live = Pick<
  Appointment,
  'countryCode' | 'timeZone' | 'state' | 'readyAt' | 'endsAt' | 'planned' | 'said' | 'elsewhere' | 'names' | 'dayOf'
> & { name: string; sharedWay?: Appointment['sharedWay'] }

/** The word that counts now: the latest that stands, where it says anything. */
const latestWord = (said: readonly SaidWord[]): SaidWord | undefined =>
  standingWords(said)
    .filter(({ kind, minutes }) => kind !== 'late' || minutes !== 0)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .at(-1)

/** What the latest word says, in a sentence. */
export function headlineOf(live: Live, { plan, finishedAt }: Forecast): string | null {
  const t = wordsOf(live)
  const own = reader(liveWords, live.countryCode)
  const firstName = firstNameOf(live.name)
  if (live.dayOf.doneAt || finishedAt !== null) return t('day.done')
  const word = latestWord(live.said)
  if (!word) return null
  const at = (instant: string) => clockIn(instant, live.timeZone)
  switch (word.kind) {
    case 'left':
      return t('day.onTheWay', { firstName, clock: at(plan.arriveAt) })
    case 'arrived':
      return t('day.arrived', { firstName })
    case 'late': {
      const minutes = word.minutes ?? 0
      if (standingWords(live.said).some(({ kind }) => kind === 'arrived'))
        return own('live.late.there', { firstName, minutes })
      const until = live.readyAt ?? live.endsAt
      return Date.parse(plan.doneAt) <= Date.parse(until)
        ? t('day.late', { firstName, minutes, clock: at(plan.arriveAt), time: at(until) })
        : t('day.late.over', { firstName, minutes, clock: at(plan.doneAt) })
    }
    case 'started':
    case 'done':
      return own(word.kind === 'started' ? 'live.started' : 'live.done', {
        person: personIn(live, word.person ?? 0),
        label: labelOf(live, word),
      })
  }
}

/** How far behind it is, and who of those who still wait sits next, where that has moved. */
export function shiftLine(live: Live, { behind, sittings }: Forecast): string {
  const t = reader(liveWords, live.countryCode)
  if (behind === 0) return t('live.inTime')
  const at = (ms: number) => clockIn(new Date(ms).toISOString(), live.timeZone)
  const next = sittings
    .filter(({ state, from, plannedFrom }) => state === 'ahead' && from > plannedFrom)
    .sort((a, b) => a.from - b.from)[0]
  return [
    t('live.behind', { n: behind }),
    next &&
      t('live.next', { person: personIn(live, next.person), clock: at(next.from), planned: at(next.plannedFrom) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Who of those who wait is still with another artist of the party, and until when; null where nobody is held up. */
export function heldLine(live: Live, { sittings }: Forecast): string | null {
  const held = sittings.filter(({ heldUpBy }) => heldUpBy).sort((a, b) => a.from - b.from)[0]
  if (!held?.heldUpBy) return null
  return reader(liveWords, live.countryCode)('live.held', {
    person: personIn(live, held.person),
    firstName: firstNameOf(held.heldUpBy),
    clock: clockIn(new Date(held.from).toISOString(), live.timeZone),
  })
}

/** When everyone is ready, and how long before or after that is needed. */
export const readyLine = (live: Pick<Live, 'countryCode' | 'timeZone'>, { plan, spare }: Forecast): string =>
  readyText(live, plan.doneAt, spare)

/** The same by what is known of it. */
export function readyText(
  { countryCode, timeZone }: Pick<Live, 'countryCode' | 'timeZone'>,
  doneAt: string,
  spare: number | null,
): string {
  const t = reader(liveWords, countryCode)
  const clock = clockIn(doneAt, timeZone)
  if (spare === null) return t('live.ready', { clock })
  if (spare === 0) return t('live.ready.just', { clock })
  return t(spare > 0 ? 'live.ready.before' : 'live.ready.after', { clock, n: Math.abs(spare) })
}

/** Who said the latest word, and when. */
export function whoSaid({ said, name, countryCode, timeZone }: Live): string | null {
  const word = latestWord(said)
  if (!word) return null
  const t = reader(liveWords, countryCode)
  return t(word.acting ? 'live.said.team' : 'live.said', {
    firstName: firstNameOf(name),
    clock: clockIn(word.at, timeZone),
  })
}

/** Whether there is no word yet although there ought to be, or none since a while. */
export function silenceOf(
  {
    state,
    arriveAt,
    endsAt,
    doneAt,
  }: { state: Live['state']; arriveAt: string; endsAt: string; doneAt: string | null },
  saidAt: number | null,
  now: number,
): 'none' | 'since' | null {
  const late = Date.parse(endsAt) + OVER_MS
  if (state !== 'booked' || doneAt || now > late || now < Date.parse(arriveAt)) return null
  if (saidAt === null) return 'none'
  return now - saidAt >= SILENT_MS ? 'since' : null
}

export const personIn = ({ names, countryCode }: Pick<Live, 'names' | 'countryCode'>, person: number): string =>
  names[person - 1] || reader(liveWords, countryCode)('live.person', { n: person })

function labelOf({ planned }: Pick<Live, 'planned'>, { person, serviceId }: SaidWord): string {
  const key = sittingKey({ person: person ?? 0, serviceId: serviceId ?? '' })
  return planned.blocks.find((block) => sittingKey(block) === key)?.label ?? ''
}
