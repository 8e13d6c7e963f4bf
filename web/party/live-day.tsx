import { Car } from 'lucide-react'
import type { SharedSheet } from '#contract/party/live-day.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatClockIn, getFirstName } from '#web/appointments/booking-phrases.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'
import {
  type DayView,
  formatHeldUp,
  formatLatestUpdate,
  formatLiveHeadline,
  formatReadyLine,
  formatShift,
  getSilence,
  liveMessages,
} from './live-phrases.ts'
import { useForecast } from './use-forecast.ts'
import { useOnline } from '#web/platform/use-online.ts'

/**
 * Latest update, its effect on times, or a note that there is none; announced as events arrive. `own` for the sender.
 */
export function LiveDay({ own = false, ...live }: DayView & { own?: boolean }) {
  const seen = useForecast(live)
  const now = useMinutesHere()
  const online = useOnline()
  const t = createTranslator(liveMessages, live.countryCode)
  const firstName = getFirstName(live.name)
  const at = (ms: number) => formatClockIn(new Date(ms).toISOString(), live.timeZone)
  const said = formatLiveHeadline(live, seen)
  const held = formatHeldUp(live, seen)
  const what = said ?? held
  const runs = what !== null && !live.dayOf.doneAt && seen.finishedAt === null
  const { state, endsAt, planned, dayOf } = live
  const day = { state, endsAt, arriveAt: planned.arriveAt, doneAt: dayOf.doneAt }
  const silence = now === null || own ? null : getSilence(day, seen.facts.saidAt, now)
  const lines = [
    runs && said && held,
    runs && formatShift(live, seen),
    runs && formatReadyLine(live, seen),
    said && formatLatestUpdate(live),
    silence === 'none' && seen.asPlanned && t('live.none', { firstName }),
    silence === 'since' && t('live.silent', { firstName, clock: at(seen.facts.saidAt ?? 0) }),
    wayLine(live),
    (what || silence) && !online && !own && t('live.offline'),
  ].filter((line) => typeof line === 'string')
  return (
    <div role="status">
      {(what || lines.length > 0) && (
        <div className={joinClasses(noteStyles.note, noteStyles.info)}>
          <Car className="icon" aria-hidden="true" />
          <div className="stack gap-4">
            {what && <p className="bold">{what}</p>}
            {lines.map((line) => (
              <p key={line} className="small">
                {line}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

export const toLive = (sheet: SharedSheet): DayView => ({ ...sheet, name: sheet.provider })

function wayLine({ sharedWay, countryCode, timeZone, name }: DayView): string | null {
  if (!sharedWay) return null
  const t = createTranslator(liveMessages, countryCode)
  const firstName = getFirstName(name)
  return sharedWay.minutes === null || sharedWay.at === null
    ? t('live.way.soon', { firstName })
    : t('live.way', { firstName, n: sharedWay.minutes, clock: formatClockIn(sharedWay.at, timeZone) })
}
