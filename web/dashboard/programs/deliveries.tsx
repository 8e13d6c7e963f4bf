import { useState } from 'react'
import type { Delivery } from '#contract/notifications/webhooks.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { usePrograms } from './programs.ts'
import { useProgramWords } from './use-program-words.ts'

interface DeliveriesProps {
  webhookId: string
  paused: boolean
  /** Whether the log is open from the beginning. */
  open: boolean
}

const looks = { waiting: 'disabled', sent: 'jadeSoft', failed: 'disabled', given_up: 'disabled' } as const

/** What an address was told, newest first: asked for when it is looked at. */
export function Deliveries({ webhookId, paused, open }: DeliveriesProps) {
  const { t } = useProgramWords()
  const { hooks, may } = usePrograms()
  const [looking, setLooking] = useState(open)
  const { answer, fault, again } = useAnswer(looking ? webhookId : null, () => hooks.deliveries({ webhookId }))
  return (
    <details open={looking} onToggle={({ currentTarget }) => setLooking(currentTarget.open)}>
      <summary>{t('hooks.log')}</summary>
      <div className="stack gap-8" aria-busy={looking && !answer && !fault}>
        {fault && <Note kind="error">{fault.message}</Note>}
        {answer?.deliveries.length === 0 && <p className="muted">{t('hooks.log.none')}</p>}
        <ul className="stack gap-16">
          {answer?.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              webhookId={webhookId}
              again={paused || !may.send ? null : again}
            />
          ))}
        </ul>
        <div>
          <Button kind="quiet" size="small" onClick={again}>
            {t('hooks.log.refresh')}
          </Button>
        </div>
      </div>
    </details>
  )
}

interface DeliveryRowProps {
  delivery: Delivery
  webhookId: string
  /** Looks again once it has been sent again; null where nothing is sent. */
  again: (() => void) | null
}

function DeliveryRow({ delivery, webhookId, again }: DeliveryRowProps) {
  const { t, at } = useProgramWords()
  const { hooks } = usePrograms()
  const { waiting, run } = useAct({ toasts: true })
  const { id: deliveryId, event, state, tries, createdAt, nextAt, error, body } = delivery
  const send = async () => {
    if (await run(() => hooks.sendAgain({ webhookId, deliveryId }))) again?.()
  }
  return (
    <li className="stack gap-4">
      <div className="row gap-8 wrapping">
        <b className="bold">{t(`event.${event}`)}</b>
        <Badge look={looks[state]}>{t(`state.${state}`)}</Badge>
        <span className="small muted">
          {at(createdAt)}, {t('hooks.tries', { n: tries })}
          {nextAt && tries > 0 && `, ${t('hooks.next', { date: at(nextAt) })}`}
          {error && `, ${error}`}
        </span>
        {again && state !== 'waiting' && (
          <Button
            kind="secondary"
            size="small"
            loading={waiting}
            aria-label={t('hooks.again.one', { event: t(`event.${event}`), date: at(createdAt) })}
            onClick={send}>
            {t('hooks.again')}
          </Button>
        )}
      </div>
      <details>
        <summary className="small">{t('hooks.body')}</summary>
        <pre className="small break-anywhere">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </details>
    </li>
  )
}
