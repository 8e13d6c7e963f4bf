import { useRef } from 'react'
import { Link } from 'react-router'
import type { Appointment } from '#contract/bookings/appointment.ts'
import type { TeamMates } from '#contract/bookings/team-up/teams.ts'
import { reader } from '#contract/words.ts'
import { clockIn } from '#web/bookings/booking-phrases.ts'
import { liveWords } from '#web/bookings/day/live-words.ts'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { teamWords } from '#web/search/team-up/team-words.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { TeamTalk } from './talk/team-talk.tsx'

/**
 * Who else comes to the same party, when, and on the day how far they are, with what all of them say for its artists;
 * nothing where it is no team's.
 */
export function MatesCard({ appointment, side }: { appointment: Appointment; side: 'customer' | 'provider' }) {
  const { id, countryCode, timeZone } = appointment
  const t = reader(teamWords, countryCode)
  const { answer: newest, again } = useAnswer(id, () => {
    const { teamBookings } = browserApi()
    return side === 'customer'
      ? teamBookings.mates({ appointmentId: id })
      : teamBookings.ownMates({ appointmentId: id })
  })
  // While it is asked for anew, what was known stays.
  const known = useRef(newest)
  if (newest) known.current = newest
  const answer = newest ?? known.current
  useLive(['appointment.day', 'appointment.mate'], () => {
    if (known.current && known.current.mates.length > 0) again()
  })
  if (!answer || answer.mates.length === 0) return null
  const mates = (
    <TitledCard title={t('mates.title')}>
      <ul className="stack gap-8">
        {answer.mates.map((mate) => (
          <li key={mate.slug}>
            <Link className="link" to={`/@/${mate.slug}`}>
              {mate.name}
            </Link>
            <p className="small muted">
              {t('team.part', {
                people: t('team.part.people', { n: mate.people }),
                arrive: clockIn(mate.arriveAt, timeZone),
                done: clockIn(mate.doneAt, timeZone),
              })}
            </p>
            <MateLive mate={mate} appointment={appointment} />
          </li>
        ))}
      </ul>
      {answer.teamId && (
        <Link className="link" to={`/teams/${answer.teamId}`}>
          {t('mates.team')}
        </Link>
      )}
    </TitledCard>
  )
  if (side === 'customer') return mates
  return (
    <>
      {mates}
      <TeamTalk of={{ appointmentId: id }} country={countryCode} />
    </>
  )
}

function MateLive({ mate, appointment }: { mate: TeamMates['mates'][number]; appointment: Appointment }) {
  const t = reader(liveWords, appointment.countryCode)
  const at = (instant: string) => clockIn(instant, appointment.timeZone)
  if (mate.finishedAt) return <p className="small">{t('live.mate.done', { clock: at(mate.finishedAt) })}</p>
  if (!mate.arrivedAt && mate.behind === 0) return null
  return (
    <p className="small">
      {[
        mate.arrivedAt && t('live.mate.there', { clock: at(mate.arrivedAt), done: at(mate.expectedAt) }),
        mate.behind > 0 && t('live.mate.behind', { n: mate.behind }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}
