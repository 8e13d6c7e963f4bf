import { type FormEvent, useRef, useState } from 'react'
import type { Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Checkboxes } from './checkboxes.tsx'
import { usePrograms } from './programs.ts'
import { SureDialog } from './sure-dialog.tsx'
import { useProgramWords } from './use-program-words.ts'
import { WebhookRow } from './webhook-row.tsx'

/** Addresses of somebody's programs: what they are told, how it went, and a new one. */
export function WebhooksCard({ known }: { known: readonly Webhook[] }) {
  const { t } = useProgramWords()
  const { says, may, hooks } = usePrograms()
  const [webhooks, setWebhooks] = useState(known)
  const [removing, setRemoving] = useState<Webhook | null>(null)
  return (
    <TitledCard title={t('hooks.title')}>
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
      {may.write && <NewWebhookForm onAdded={(added) => setWebhooks((all) => [added, ...all])} />}
      <SureDialog
        of={removing}
        title={() => t('hooks.remove.title')}
        text={({ url }) => t('hooks.remove.text', { url })}
        act={t('hooks.remove')}
        run={({ id }) => hooks.remove({ webhookId: id })}
        onClose={() => setRemoving(null)}
        onDone={({ id }) => {
          toast('success', t('hooks.removed'))
          setWebhooks((all) => all.filter((one) => one.id !== id))
        }}
      />
    </TitledCard>
  )
}

function NewWebhookForm({ onAdded }: { onAdded: (added: Webhook) => void }) {
  const { t } = useProgramWords()
  const { events: known, hooks } = usePrograms()
  const form = useRef<HTMLFormElement>(null)
  const act = useAct({ form })
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(url.trim() ? {} : { url: t('hooks.url.error') }),
      ...(events.length ? {} : { events: t('hooks.events.error') }),
    }
    const done = await act.run(() => hooks.add({ url, events }), { wrong })
    if (!done) return
    const { webhook } = done.answer
    setUrl('')
    setEvents([])
    onAdded(webhook)
    toast('success', t('hooks.added', { url: webhook.url }))
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h3 className="title">{t('hooks.new')}</h3>
      {act.said && <Note kind="error">{act.said}</Note>}
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
        <Button type="submit" loading={act.waiting}>
          {t('hooks.add')}
        </Button>
      </div>
    </form>
  )
}
