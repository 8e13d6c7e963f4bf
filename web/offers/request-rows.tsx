import { CalendarCheck, CalendarX2, Clock3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { ReceivedRequest } from '#contract/offers/requests.ts'
import { useMinutes } from '#web/platform/use-minutes.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import {
  formatDistanceAway,
  formatTimeLeft,
  formatRequestPeople,
  formatRequestState,
  formatRequestWhen,
  getRequestTranslator,
} from './request-phrases.ts'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './request-rows.module.css'
import artistCardStyles from '#web/ui/artist-card.module.css'

export function RequestRows({ requests, onChanged }: { requests: readonly ReceivedRequest[]; onChanged: () => void }) {
  const [declining, setDeclining] = useState<ReceivedRequest | null>(null)
  return (
    <>
      <ul className={styles.requestRows}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} onDecline={() => setDeclining(request)} />
        ))}
      </ul>
      {declining && (
        <DeclineDialog
          request={declining}
          onClose={() => setDeclining(null)}
          onDone={() => {
            setDeclining(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function RequestRow({ request, onDecline }: { request: ReceivedRequest; onDecline: () => void }) {
  const t = getRequestTranslator(request)
  const to = `/offer?request=${request.id}`
  const waits = request.state === 'requested'
  return (
    <li className={styles.requestRow}>
      <div className="grow can-shrink">
        <Link className={joinClasses('bold', artistCardStyles.person, styles.person)} to={to}>
          {request.firstName}
        </Link>
        {`, ${t('offers.row', { event: request.event, people: formatRequestPeople(request) })}`}
        <div className="small muted">
          {t('offers.row.when', {
            when: formatRequestWhen(request),
            area: request.area,
            distance: formatDistanceAway(request),
          })}
        </div>
        {!waits && <div className="small">{formatRequestState(request)}</div>}
      </div>
      {waits && (
        <span className={styles.marks}>
          <TimeLeft request={request} />
          {request.planned && <DayFit request={request} />}
        </span>
      )}
      <span className="number">{formatMoney(request.earnings, request.currency)}</span>
      <span className={styles.acts}>
        {waits ? (
          <>
            <Button kind="quiet" size="small" onClick={onDecline}>
              {named(t('offer.decline'), request)}
            </Button>
            <ButtonLink size="small" to={to}>
              {named(t('offer.send'), request)}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink kind="secondary" size="small" to={to}>
            {named(t('offers.open'), request)}
          </ButtonLink>
        )}
      </span>
    </li>
  )
}

const named = (text: string, { firstName }: ReceivedRequest): ReactNode => (
  <>
    {text}
    <span className="visually-hidden">{`, ${firstName}`}</span>
  </>
)

/** Whether the request fits between what is already planned that day. */
export function DayFit({ request }: { request: ReceivedRequest }) {
  const t = getRequestTranslator(request)
  const Icon = request.clash ? CalendarX2 : CalendarCheck
  return (
    <span className={joinClasses('small', request.clash ? styles.clashes : styles.fits)}>
      <Icon className="icon" aria-hidden="true" />
      {t(request.clash ? 'offers.fit.clash' : 'offers.fit')}
    </span>
  )
}

/** Time to answer; highlighted in its second half. */
function TimeLeft({ request }: { request: ReceivedRequest }) {
  const t = getRequestTranslator(request)
  const now = useMinutes()
  return (
    <Badge look={request.half ? 'accentSoft' : 'info'}>
      <Clock3 className="icon" aria-hidden="true" />
      {t('offers.left', { duration: formatTimeLeft(request.endsAt, now) })}
    </Badge>
  )
}
