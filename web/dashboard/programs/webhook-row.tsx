import { useState } from 'react'
import type { Webhook } from '#contract/notifications/webhooks.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Deliveries } from './deliveries.tsx'
import { usePrograms } from './programs.ts'
import { useProgramWords } from './use-program-words.ts'

interface WebhookRowProps {
  webhook: Webhook
  onChange: (now: Webhook) => void
  onRemove: () => void
}

/** One address: what it is told, its secret, its acts and its log. */
export function WebhookRow({ webhook, onChange, onRemove }: WebhookRowProps) {
  const { t } = useProgramWords()
  const act = useAct()
  const [logged, setLogged] = useState(0)
  const { id: webhookId, url, events, paused } = webhook
  const { hooks, may } = usePrograms()
  const pause = async () => {
    const done = await act.run(() => hooks.change({ webhookId, paused: paused === null }), { as: 'pause' })
    if (done) onChange(done.answer.webhook)
  }
  const ping = async () => {
    const done = await act.run(() => hooks.ping({ webhookId }), { as: 'ping' })
    if (!done) return
    toast('success', t('hooks.pinged'))
    setLogged((n) => n + 1)
  }
  return (
    <li className="stack gap-8">
      <div className="row gap-8 wrapping">
        <b className="bold can-shrink break-anywhere">{url}</b>
        <Badge look={paused ? 'disabled' : 'jadeSoft'}>{t(paused ? `hooks.paused.${paused}` : 'hooks.live')}</Badge>
      </div>
      <span className="small muted">{events.map((event) => t(`event.${event}`)).join(', ')}</span>
      {act.said && <Note kind="error">{act.said}</Note>}
      <div className="row gap-8 wrapping">
        {may.write && (
          <Button
            kind="secondary"
            size="small"
            loading={act.isDoing('pause')}
            aria-label={t(paused ? 'hooks.resume.one' : 'hooks.pause.one', { url })}
            onClick={pause}>
            {t(paused ? 'hooks.resume' : 'hooks.pause')}
          </Button>
        )}
        {!paused && may.send && (
          <Button
            kind="secondary"
            size="small"
            loading={act.isDoing('ping')}
            aria-label={t('hooks.ping.one', { url })}
            onClick={ping}>
            {t('hooks.ping')}
          </Button>
        )}
        {may.write && (
          <Button kind="quiet" size="small" aria-label={t('hooks.remove.one', { url })} onClick={onRemove}>
            {t('hooks.remove')}
          </Button>
        )}
      </div>
      {webhook.secret && <Secret webhook={webhook} secret={webhook.secret} onChange={onChange} />}
      <Deliveries key={logged} webhookId={webhookId} paused={paused !== null} open={logged > 0} />
    </li>
  )
}

/** What signs the messages: shown when it is asked for, and made anew. */
function Secret({
  webhook: { id: webhookId },
  secret,
  onChange,
}: {
  webhook: Webhook
  secret: string
  onChange: (now: Webhook) => void
}) {
  const { t } = useProgramWords()
  const { hooks } = usePrograms()
  const { waiting, run } = useAct({ toasts: true })
  const [shown, setShown] = useState(false)
  const renew = async () => {
    const done = await run(() => hooks.renewSecret({ webhookId }))
    if (!done) return
    onChange(done.answer.webhook)
    toast('success', t('hooks.secret.renewed'))
  }
  if (!shown)
    return (
      <div>
        <Button kind="quiet" size="small" onClick={() => setShown(true)}>
          {t('hooks.secret.show')}
        </Button>
      </div>
    )
  return (
    <div className="stack gap-8">
      <TextField label={t('hooks.secret')} value={secret} readOnly onFocus={(event) => event.target.select()} />
      <div>
        <Button kind="secondary" size="small" loading={waiting} onClick={renew}>
          {t('hooks.secret.renew')}
        </Button>
      </div>
    </div>
  )
}
