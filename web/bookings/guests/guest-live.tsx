import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { reader } from '#contract/words.ts'
import { clockIn, firstNameOf } from '#web/bookings/booking-phrases.ts'
import { readyText } from '#web/bookings/day/live-phrases.ts'
import { liveWords } from '#web/bookings/day/live-words.ts'
import { useOnline } from '#web/bookings/day/use-online.ts'
import { Note } from '#web/ui/note.tsx'

/** How the day runs for one guest: when they sit by now, when everyone is ready, and when the artist last said so. */
export function GuestLive({ invitation }: { invitation: Invitation }) {
  const online = useOnline()
  const { live, timeZone, provider, countryCode, state } = invitation
  if (!live || state !== 'booked') return null
  const t = reader(liveWords, countryCode)
  const at = (instant: string) => clockIn(instant, timeZone)
  const own =
    live.state === 'now'
      ? t('live.guest.now')
      : live.state === 'done'
        ? t('live.guest.done')
        : live.nextFrom && live.plannedFrom
          ? Date.parse(live.nextFrom) === Date.parse(live.plannedFrom)
            ? t('live.guest.asPlanned', { clock: at(live.nextFrom) })
            : t('live.guest.ahead', { clock: at(live.nextFrom), planned: at(live.plannedFrom) })
          : null
  return (
    <Note kind="info">
      <div className="stack gap-4">
        {own && <p className="bold">{own}</p>}
        {live.finishedAt === null && live.behind > 0 && <p className="small">{t('live.behind', { n: live.behind })}</p>}
        <p className="small">
          {live.finishedAt === null ? readyText(invitation, live.doneAt, live.spare) : t('live.guest.finished')}
        </p>
        <p className="small">{t('live.said', { firstName: firstNameOf(provider), clock: at(live.saidAt) })}</p>
        {!online && <p className="small">{t('live.offline')}</p>}
      </div>
    </Note>
  )
}
