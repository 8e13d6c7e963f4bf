import { type FormEvent, useRef, useState } from 'react'
import type { Delivery, Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Checkboxes, SureDialog } from './program-parts.tsx'
import { useProgramMessages } from './program-messages.ts'
import { usePrograms } from './programs.ts'

export function WebhooksCard({ known }: { known: readonly Webhook[] }) {
  const { t } = useProgramMessages()
  const { says, may, hooks } = usePrograms()
  const [webhooks, setWebhooks] = useState(known)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Webhook | null>(null)
  return (
    <TitledCard
      title={t('hooks.title')}
      beside={
        may.write && (
          <Button kind="secondary" size="small" onClick={() => setAdding(true)}>
            {t('hooks.new')}
          </Button>
        )
      }>
      <p className="muted">{says.hooks}</p>
      {webhooks.length === 0 ? (
        <Empty title={t('hooks.none')}>{t('hooks.none.text')}</Empty>
      ) : (
        <ul className="stack gap-24">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onChange={(now) => setWebhooks((all) => all.map((one) => (one.id === now.id ? now : one)))}
              onRemove={() => setRemoving(webhook)}
            />
          ))}
        </ul>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} label={t('hooks.new')}>
        <NewWebhookForm
          onAdded={(added) => {
            setAdding(false)
            setWebhooks((all) => [added, ...all])
          }}
        />
      </Dialog>
      <SureDialog
        of={removing}
        title={() => t('hooks.remove.title')}
        text={({ url }) => t('hooks.remove.text', { url })}
        act={t('hooks.remove')}
        run={({ id }) => hooks.remove({ webhookId: id })}
        onClose={() => setRemoving(null)}
        onDone={({ id }) => {
          showToast('success', t('hooks.removed'))
          setWebhooks((all) => all.filter((one) => one.id !== id))
        }}
      />
    </TitledCard>
  )
}

function NewWebhookForm({ onAdded }: { onAdded: (added: Webhook) => void }) {
  const { t } = useProgramMessages()
  const { events: known, hooks } = usePrograms()
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form })
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(url.trim() ? {} : { url: t('hooks.url.error') }),
      ...(events.length ? {} : { events: t('hooks.events.error') }),
    }
    const done = await act.run(() => hooks.add({ url, events }), { errors: wrong })
    if (!done) return
    const { webhook } = done.answer
    setUrl('')
    setEvents([])
    onAdded(webhook)
    showToast('success', t('hooks.added', { url: webhook.url }))
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t('hooks.new')}</h2>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <TextField
        label={t('hooks.url')}
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        value={url}
        error={act.errors['url'] ?? null}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Checkboxes
        label={t('hooks.events')}
        name="events"
        options={known.map((one) => [one, t(`event.${one}`)] as const)}
        chosen={events}
        error={act.errors['events'] ?? null}
        onChange={setEvents}
      />
      <div>
        <Button type="submit" loading={act.pending}>
          {t('hooks.add')}
        </Button>
      </div>
    </form>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  onChange: (now: Webhook) => void
  onRemove: () => void
}

function WebhookRow({ webhook, onChange, onRemove }: WebhookRowProps) {
  const { t } = useProgramMessages()
  const act = useForm()
  const [logged, setLogged] = useState(0)
  const { id: webhookId, url, events, paused } = webhook
  const { hooks, may } = usePrograms()
  const pause = async () => {
    const done = await act.run(() => hooks.change({ webhookId, paused: paused === null }), { name: 'pause' })
    if (done) onChange(done.answer.webhook)
  }
  const ping = async () => {
    const done = await act.run(() => hooks.ping({ webhookId }), { name: 'ping' })
    if (!done) return
    showToast('success', t('hooks.pinged'))
    setLogged((n) => n + 1)
  }
  return (
    <li className="stack gap-8">
      <div className="row gap-8 wrapping">
        <b className="bold can-shrink break-anywhere">{url}</b>
        <Badge look={paused ? 'disabled' : 'jadeSoft'}>{t(paused ? `hooks.paused.${paused}` : 'hooks.live')}</Badge>
      </div>
      <span className="small muted">{events.map((event) => t(`event.${event}`)).join(', ')}</span>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <div className="row gap-8 wrapping">
        {may.write && (
          <Button
            kind="secondary"
            size="small"
            loading={act.isPending('pause')}
            aria-label={t(paused ? 'hooks.resume.one' : 'hooks.pause.one', { url })}
            onClick={pause}>
            {t(paused ? 'hooks.resume' : 'hooks.pause')}
          </Button>
        )}
        {!paused && may.send && (
          <Button
            kind="secondary"
            size="small"
            loading={act.isPending('ping')}
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

function Secret({
  webhook: { id: webhookId },
  secret,
  onChange,
}: {
  webhook: Webhook
  secret: string
  onChange: (now: Webhook) => void
}) {
  const { t } = useProgramMessages()
  const { hooks } = usePrograms()
  const { pending, run } = useForm({ toasts: true })
  const [shown, setShown] = useState(false)
  const renew = async () => {
    const done = await run(() => hooks.renewSecret({ webhookId }))
    if (!done) return
    onChange(done.answer.webhook)
    showToast('success', t('hooks.secret.renewed'))
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
        <Button kind="secondary" size="small" loading={pending} onClick={renew}>
          {t('hooks.secret.renew')}
        </Button>
      </div>
    </div>
  )
}

interface DeliveriesProps {
  webhookId: string
  paused: boolean
  open: boolean
}

const looks = { waiting: 'disabled', sent: 'jadeSoft', failed: 'disabled', given_up: 'disabled' } as const

function Deliveries({ webhookId, paused, open }: DeliveriesProps) {
  const { t } = useProgramMessages()
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
  /** Reloads after a retry; null if nothing can be sent. */
  again: (() => void) | null
}

function DeliveryRow({ delivery, webhookId, again }: DeliveryRowProps) {
  const { t, at } = useProgramMessages()
  const { hooks } = usePrograms()
  const { pending, run } = useForm({ toasts: true })
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
            loading={pending}
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
