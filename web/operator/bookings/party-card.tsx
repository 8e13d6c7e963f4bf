import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { reader } from '#contract/words.ts'
import { useReadTalk } from '#web/operator/story/read-talk.tsx'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorBookingWords } from './booking-words.ts'

const t = reader(operatorBookingWords)
type Party = OutputOf<typeof operatorBookings.read>['party']

/** Where several artists share a party: each one's booking, and what all of them have said to each other, for a reason. */
export function PartyCard({ appointmentId, party }: { appointmentId: string; party: Party }) {
  const [read, dialogs] = useReadTalk()
  if (party.length === 0) return null
  const names = new Intl.ListFormat('en-GB').format(party.map(({ name }) => name))
  return (
    <TitledCard title={t('op.booking.party')}>
      <ul className="stack gap-8">
        {party.map((one) => (
          <li key={one.appointmentId}>
            {one.appointmentId === appointmentId ? (
              <b className="bold">{one.name}</b>
            ) : (
              <Link className="link tap-target" to={`/operator/bookings/${one.appointmentId}`}>
                {t('op.booking.party.one', { name: one.name, number: String(one.number) })}
              </Link>
            )}
            {(one.state === 'cancelled' || one.state === 'no_show') && (
              <span className="muted"> {t('op.booking.party.gone')}</span>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button kind="secondary" size="small" onClick={() => read({ appointmentId, withName: names })}>
          {t('op.booking.party.talk')}
        </Button>
      </div>
      {dialogs}
    </TitledCard>
  )
}
