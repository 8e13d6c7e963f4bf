import { type FormEvent, useRef, useState } from 'react'
import type { ClientPage } from '#contract/calendar/private-clients.ts'
import { LeaveGuard } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useClientMessages } from './client-messages.ts'
import { saveWithClientTerms } from './client-data.tsx'

type Kept = Pick<ClientPage, 'name' | 'email' | 'phone' | 'address' | 'note' | 'allergies' | 'look'>
const nothing: Kept = { name: '', email: '', phone: '', address: '', note: '', allergies: '', look: '' }

interface ClientFormProps {
  /** The client to edit; undefined adds one. */
  client?: ClientPage
  onSaved: (clientId: string) => void
}

/** Edits a client: all fields of a private client, only the notes of an online customer. */
export function ClientForm({ client, onSaved }: ClientFormProps) {
  const { t } = useClientMessages()
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const { name, email, phone, address, note, allergies, look } = client ?? nothing
  const [kept, setKept] = useState<Kept>({ name, email, phone, address, note, allergies, look })
  const [draft, setDraft] = useState(kept)
  const field = (part: keyof Kept) => ({
    name: part,
    label: t(`client.${part}`),
    value: draft[part],
    error: errors[part],
    onChange: (event: { target: { value: string } }) => setDraft((now) => ({ ...now, [part]: event.target.value })),
  })
  const named = !client || client.own
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run(
      async (key) => {
        if (!client) return saveWithClientTerms(() => browserApi().privateClients.add(draft, { key }))
        if (client.own) await browserApi().privateClients.change({ clientId: client.id, ...draft })
        else {
          const { note, allergies, look } = draft
          await browserApi().providerBookings.updateClientNote({ clientId: client.id, note, allergies, look })
        }
        return { clientId: client.id }
      },
      { errors: named && draft.name.trim() === '' ? { name: t('client.name.missing') } : {} },
    )
    if (!done) return
    setKept(draft)
    showToast('success', client ? t('client.saved') : t('client.added', { name: draft.name }))
    onSaved(done.answer.clientId)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      {named && (
        <>
          <TextField {...field('name')} maxLength={100} autoComplete="off" />
          <div className="field-grid even">
            <TextField
              {...field('email')}
              type="email"
              optional={t('client.optional')}
              maxLength={254}
              autoComplete="off"
            />
            <TextField
              {...field('phone')}
              type="tel"
              optional={t('client.optional')}
              maxLength={40}
              autoComplete="off"
            />
          </div>
          <TextField {...field('address')} optional={t('client.optional')} maxLength={300} autoComplete="off" />
        </>
      )}
      <div className="field-grid even">
        <TextField {...field('allergies')} optional={t('client.optional')} maxLength={1000} />
        <TextField {...field('look')} optional={t('client.optional')} maxLength={1000} />
      </div>
      <TextAreaField
        {...field('note')}
        optional={t('client.optional')}
        hint={t('client.private')}
        rows={3}
        maxLength={4000}
      />
      <div>
        <Button type="submit" kind={client ? 'secondary' : 'primary'} loading={pending}>
          {t('client.save')}
        </Button>
      </div>
      <LeaveGuard unsaved={client !== undefined && JSON.stringify(draft) !== JSON.stringify(kept)} />
    </form>
  )
}
