import { type FormEvent, Fragment, type ReactNode, useRef, useState } from 'react'
import type { ClientEntry, GuestEntry, PersonalData, VoucherEntry } from '#contract/privacy/personal-data.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { guestMessages } from '#web/party/guest-messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import factsStyles from '#web/ui/facts.module.css'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { yourDataMessages } from './your-data-messages.ts'

const t = createTranslator(yourDataMessages)

interface FormProps {
  linkKey: string
  onChange: (data: PersonalData) => void
}

interface EntryFormProps extends FormProps {
  title: string
  /** The button that deletes the entry. */
  children: ReactNode
}

/** Details of a guest, and a form that corrects them. */
export function GuestEntryForm({ linkKey, guest, title, children, onChange }: EntryFormProps & { guest: GuestEntry }) {
  const form = useRef<HTMLFormElement>(null)
  const [editing, setEditing] = useState(false)
  const [hasAllergies, setHasAllergies] = useState(guest.allergies !== '')
  const { errors, formError, pending, run } = useForm({ form })
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    const answer = { name: text('name'), look: text('look'), allergies: text('allergies') }
    const done = await run(() =>
      browserApi().personalData.correctGuest(
        { key: linkKey, entryId: guest.id, ...answer, allergiesConsent: typed.has('allergiesConsent') },
        { auth: false },
      ),
    )
    if (!done) return
    setEditing(false)
    showToast('success', t('your.saved'))
    onChange(done.answer.data)
  }
  if (!editing)
    return (
      <>
        <Facts
          facts={[
            [t('your.name'), guest.name],
            [t('your.look'), guest.look],
            [t('your.allergies'), guest.allergies],
          ]}
        />
        <EntryActs title={title} onCorrect={() => setEditing(true)}>
          {children}
        </EntryActs>
      </>
    )
  return (
    <form ref={form} className="stack" noValidate onSubmit={save}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField label={t('your.name')} name="name" maxLength={60} defaultValue={guest.name} error={errors['name']} />
      <TextField label={t('your.look')} name="look" maxLength={500} defaultValue={guest.look} error={errors['look']} />
      <TextField
        label={t('your.allergies')}
        name="allergies"
        maxLength={1000}
        defaultValue={guest.allergies}
        error={errors['allergies']}
        onChange={({ target }) => setHasAllergies(target.value.trim() !== '')}
      />
      {hasAllergies && (
        <div className="stack gap-4">
          <Checkbox
            name="allergiesConsent"
            defaultChecked={guest.allergiesConsentAt !== null}
            aria-invalid={errors['allergiesConsent'] ? true : undefined}>
            {createTranslator(guestMessages)('guest.allergies.consent', {
              booker: t('your.guest.booker'),
              provider: guest.artist,
            })}
          </Checkbox>
          {errors['allergiesConsent'] && <FieldError>{errors['allergiesConsent']}</FieldError>}
        </div>
      )}
      <FormActs pending={pending} onBack={() => setEditing(false)} />
    </form>
  )
}

/** The recipient of a gift voucher, and a form that corrects their name. */
export function VoucherEntryForm({
  linkKey,
  voucher,
  title,
  children,
  onChange,
}: EntryFormProps & { voucher: VoucherEntry }) {
  const form = useRef<HTMLFormElement>(null)
  const [editing, setEditing] = useState(false)
  const { errors, formError, pending, run } = useForm({ form })
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    const done = await run(() =>
      browserApi().personalData.correctVoucher({ key: linkKey, entryId: voucher.id, name }, { auth: false }),
    )
    if (!done) return
    setEditing(false)
    showToast('success', t('your.saved'))
    onChange(done.answer.data)
  }
  if (!editing)
    return (
      <>
        <Facts
          facts={[
            [t('your.name'), voucher.name],
            [t('your.message'), voucher.message],
          ]}
        />
        <EntryActs title={title} onCorrect={() => setEditing(true)}>
          {children}
        </EntryActs>
      </>
    )
  return (
    <form ref={form} className="stack" noValidate onSubmit={save}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField label={t('your.name')} name="name" maxLength={80} defaultValue={voucher.name} error={errors['name']} />
      <FormActs pending={pending} onBack={() => setEditing(false)} />
    </form>
  )
}

interface EntryActsProps {
  title: string
  children: ReactNode
  onCorrect: () => void
}

const EntryActs = ({ title, children, onCorrect }: EntryActsProps) => (
  <div className="row gap-8 wrapping">
    <Button kind="secondary" size="small" aria-label={`${t('your.correct')}: ${title}`} onClick={onCorrect}>
      {t('your.correct')}
    </Button>
    {children}
  </div>
)

const FormActs = ({ pending, onBack }: { pending: boolean; onBack: () => void }) => (
  <div className="row gap-8 wrapping">
    <Button type="submit" loading={pending}>
      {t('your.save')}
    </Button>
    <Button kind="secondary" onClick={onBack}>
      {t('your.back')}
    </Button>
  </div>
)

interface ClientEntriesProps extends FormProps {
  client: ClientEntry
  day: (at: string) => string
}

/** An artist's notes about the person, and a form that requests their correction or deletion. */
export function ClientEntries({ linkKey, client, day, onChange }: ClientEntriesProps) {
  const artist = client.artist.name
  const form = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState<'correct' | 'delete' | null>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const ask = async (kind: 'correct' | 'delete', details: string) => {
    const done = await run(() =>
      browserApi().personalData.requestFromArtist({ key: linkKey, entryId: client.id, kind, details }, { auth: false }),
    )
    if (!done) return
    setAsking(null)
    showToast('success', t('your.forwarded', { artist }))
    onChange(done.answer.data)
  }
  const isOpen = (kind: 'correct' | 'delete') =>
    client.requests.some((request) => request.kind === kind && request.doneAt === null)
  return (
    <>
      <Facts
        facts={[
          [t('your.name'), client.name],
          [t('your.email'), client.email],
          [t('your.phone'), client.phone],
          [t('your.address'), client.address],
          [t('your.allergies'), client.allergies],
          [
            t('your.client.visits'),
            client.appointments ? t('your.client.appointments', { n: client.appointments }) : '',
          ],
          [t('your.client.notes'), client.hasNotes ? t('your.client.notes.text', { artist }) : ''],
        ]}
      />
      {client.requests.map(({ kind, requestedAt, dueAt, doneAt }) => (
        <p key={`${kind} ${requestedAt}`} className="small">
          {doneAt
            ? t(`your.client.done.${kind}`, { artist, date: day(doneAt) })
            : t(`your.client.open.${kind}`, { artist, date: day(requestedAt), due: day(dueAt) })}
        </p>
      ))}
      {formError && <Note kind="error">{formError}</Note>}
      {asking === 'correct' ? (
        <form
          ref={form}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            ask('correct', String(new FormData(event.currentTarget).get('details') ?? '').trim())
          }}>
          <TextAreaField
            label={t('your.client.details')}
            name="details"
            rows={3}
            maxLength={1000}
            error={errors['details'] ?? null}
          />
          <div className="row gap-8 wrapping">
            <Button type="submit" loading={pending}>
              {t('your.client.send')}
            </Button>
            <Button kind="secondary" onClick={() => setAsking(null)}>
              {t('your.back')}
            </Button>
          </div>
        </form>
      ) : (
        <div className="row gap-8 wrapping">
          {!isOpen('correct') && (
            <Button kind="secondary" size="small" onClick={() => setAsking('correct')}>
              {t('your.client.ask.correct', { artist })}
            </Button>
          )}
          {!isOpen('delete') && (
            <Button kind="secondary" size="small" loading={pending} onClick={() => setAsking('delete')}>
              {t('your.client.ask.delete', { artist })}
            </Button>
          )}
        </div>
      )}
      <Confirm
        open={asking === 'delete'}
        title={t('your.client.delete.title', { artist })}
        act={t('your.client.send')}
        wayOut={t('your.back')}
        onAct={() => ask('delete', '')}
        onClose={() => setAsking(null)}>
        {t('your.client.delete.text', { artist })}
      </Confirm>
    </>
  )
}

/** A list of labels and values, without empty ones. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <dl className={factsStyles.facts}>
    {facts
      .filter(([, value]) => value !== '')
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)
