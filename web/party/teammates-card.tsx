import { Link } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { TeamMates } from '#contract/checkout/team-holds.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatClockIn } from '#web/appointments/booking-phrases.ts'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { teamMessages } from '#web/search/team-up/team-messages.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { liveMessages } from './live-phrases.ts'
import { TeamTalk } from './team-talk.tsx'

/** The other artists of the party with times, live state and conversation; hidden without a team. */
export function MatesCard({ appointment, side }: { appointment: Appointment; side: 'customer' | 'provider' }) {
  const { id, countryCode, timeZone } = appointment
  const t = createTranslator(teamMessages, countryCode)
  const { answer, again } = useAnswer(id, () => {
    const { teamBookings } = browserApi()
    return side === 'customer'
      ? teamBookings.listTeammates({ appointmentId: id })
      : teamBookings.listTeammatesAsProvider({ appointmentId: id })
  })
  const isTeam = answer !== null && (answer.talks || answer.mates.length > 0)
  useLive(['appointment.'], () => {
    if (isTeam) again()
  })
  if (!isTeam) return null
  const { mates, teamId, talks } = answer
  return (
    <>
      {(mates.length > 0 || teamId) && (
        <TitledCard title={t('colleagues.title')}>
          {mates.length === 0 && <p className="muted">{t('colleagues.none')}</p>}
          <ul className="stack gap-8">
            {mates.map((mate) => (
              <li key={mate.slug}>
                <Link className="link" to={`/@/${mate.slug}`}>
                  {mate.name}
                </Link>
                <p className="small muted">
                  {t('team.part', {
                    people: t('team.part.people', { n: mate.people }),
                    arrive: formatClockIn(mate.arriveAt, timeZone),
                    done: formatClockIn(mate.doneAt, timeZone),
                  })}
                </p>
                <MateLive mate={mate} appointment={appointment} />
              </li>
            ))}
          </ul>
          {teamId && (
            <Link className="link" to={`/teams/${teamId}`}>
              {t('colleagues.team')}
            </Link>
          )}
        </TitledCard>
      )}
      {side === 'provider' && talks && <TeamTalk key={id} of={{ appointmentId: id }} country={countryCode} />}
    </>
  )
}

function MateLive({ mate, appointment }: { mate: TeamMates['mates'][number]; appointment: Appointment }) {
  const t = createTranslator(liveMessages, appointment.countryCode)
  const at = (instant: string) => formatClockIn(instant, appointment.timeZone)
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
