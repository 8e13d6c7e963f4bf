import { Link } from 'react-router'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { reader } from '#contract/words.ts'
import { clockIn } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { teamWords } from '#web/search/team-up/team-words.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { TeamTalk } from './talk/team-talk.tsx'

/** Who else comes to the same party, and when, with what all of them say for its artists; nothing where it is no team's. */
export function MatesCard({ appointment, side }: { appointment: Appointment; side: 'customer' | 'provider' }) {
  const { id, countryCode, timeZone } = appointment
  const t = reader(teamWords, countryCode)
  const { answer } = useAnswer(id, () => {
    const { teamBookings } = browserApi()
    return side === 'customer'
      ? teamBookings.mates({ appointmentId: id })
      : teamBookings.ownMates({ appointmentId: id })
  })
  if (!answer || answer.mates.length === 0) return null
  const mates = (
    <TitledCard title={t('mates.title')}>
      <ul className="stack gap-8">
        {answer.mates.map(({ slug, name, people, arriveAt, doneAt }) => (
          <li key={slug}>
            <Link className="link" to={`/@/${slug}`}>
              {name}
            </Link>
            <p className="small muted">
              {t('team.part', {
                people: t('team.part.people', { n: people }),
                arrive: clockIn(arriveAt, timeZone),
                done: clockIn(doneAt, timeZone),
              })}
            </p>
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
