import { type FormEvent, useRef, useState } from 'react'
import { isEmail } from '#contract/accounts/parse-email.ts'
import type { Partner } from '#contract/accounts/partners.ts'
import { PartnerScope } from '#contract/accounts/scopes.ts'
import { type Catalogue, createTranslator } from '#contract/words.ts'
import { Checkboxes } from '#web/dashboard/programs/program-parts.tsx'
import { programMessages } from '#web/dashboard/programs/program-messages.ts'
import { ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'

export const partnerMessages = {
  'op.partner.search': 'Search by name, email or link name',
  'op.partner.empty': 'No partners yet',
  'op.partner.name': 'Partner',
  'op.partner.contact': 'Contact',
  'op.partner.brought': 'Bookings',
  'op.partner.state': 'Status',
  'op.partner.stands': 'Active',
  'op.partner.ended': 'Ended',
  'op.partner.since': 'Since',
  'op.partner.endedAt': 'Ended {date}',
  'op.partner.add': 'Add a partner',
  'op.partner.new': 'New partner',
  'op.partner.new.text':
    'A company that sends customers here or shows quotes on its own site. We record the bookings that come through it.',
  'op.partner.field.name': 'Name',
  'op.partner.field.slug': 'Link name',
  'op.partner.field.slug.hint': 'Lower-case letters, digits and hyphens. You cannot change it later.',
  'op.partner.field.email': 'Contact email',
  'op.partner.field.note': 'Note',
  'op.partner.field.note.hint': 'Only operators see this.',
  'op.partner.field.scopes': 'Permissions its keys can have',
  'op.partner.error.name': 'Enter a name.',
  'op.partner.error.slug': 'Use lower-case letters, digits and single hyphens, such as the-venue.',
  'op.partner.error.email': 'Enter an email address.',
  'op.partner.error.scopes': 'Choose at least one permission.',
  'op.partner.make': 'Create partner',
  'op.partner.save': 'Save',
  'op.partner.close': 'Close',
  'op.partner.edit': 'Edit',
  'op.partner.edit.title': 'Edit partner',
  'op.partner.back': 'All partners',
  'op.partner.link': 'Partner link',
  'op.partner.link.end': '?partner={slug}',
  'op.partner.link.hint':
    "Add this to the address of any page. Quotes requested by the partner's own software use it too.",
  'op.partner.end': 'End partnership',
  'op.partner.end.title': 'End the partnership with {name}?',
  'op.partner.end.text':
    'Its keys, webhooks and links will stop working. Existing bookings keep their partner. You cannot undo this.',
  'op.partner.over': 'This partnership has ended. Keys, webhooks and links no longer work.',
  'op.partner.keys':
    'A key has only the permissions you choose. It never gives access to names, addresses or payments.',
  'op.partner.hooks':
    'Sends bookings made through this partner to its address within seconds. Messages are signed as in Standard Webhooks and retried for 32 hours.',
  'op.partner.bookings': 'Bookings through this partner',
  'op.partner.bookings.none': 'No bookings yet',
  'op.partner.bookings.count': { zero: 'No bookings', one: '1 booking', other: '{n} bookings' },
  'op.partner.bookings.cancelled': { zero: 'none cancelled', one: '1 cancelled', other: '{n} cancelled' },
  'op.partner.bookings.worth': 'Worth {amounts}, without cancelled bookings.',
  'op.partner.booking.number': 'Booking',
  'op.partner.booking.day': 'Date',
  'op.partner.booking.services': 'Services',
  'op.partner.booking.artist': 'Artist',
  'op.partner.booking.total': 'Total',
  'op.partner.booking.booked': 'Booked',
  'op.partner.booking.state.booked': 'Booked',
  'op.partner.booking.state.completed': 'Completed',
  'op.partner.booking.state.cancelled': 'Cancelled',
  'op.partner.booking.state.no_show': 'No-show',
  'op.partner.booking.state.disputed': 'Disputed',
  'op.partner.booking.state.settled': 'Settled',
} as const satisfies Catalogue

const t = createTranslator(partnerMessages)
const p = createTranslator(programMessages)

interface PartnerDraft {
  name: string
  slug: string
  email: string
  note: string
  scopes: PartnerScope[]
}
const empty: PartnerDraft = { name: '', slug: '', email: '', note: '', scopes: [] }

interface PartnerFormProps {
  /** The partner to edit; null for a new one. */
  of: Partner | null
  run: (draft: PartnerDraft & { reason: string }) => Promise<{ partner: Partner }>
  onDone: (partner: Partner) => void
  onClose: () => void
}

/** Creates or edits a partner; the name in links never changes. */
export function PartnerForm({ of, run, onDone, onClose }: PartnerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form, refusals: { partner_taken: ({ message }) => ({ slug: message }) } })
  const [draft, setDraft] = useState<PartnerDraft>(of ?? empty)
  const [reason, setReason] = useState('')
  const change = (part: Partial<PartnerDraft>) => setDraft((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = { ...wrongIn(draft), ...validateReason(reason) }
    const done = await act.run(() => run({ ...draft, reason }), { errors: wrong })
    if (done) onDone(done.answer.partner)
  }
  const field = (name: 'name' | 'slug' | 'email', most: number, hint?: string) => (
    <TextField
      label={t(`op.partner.field.${name}`)}
      {...(hint ? { hint } : {})}
      name={name}
      {...(name === 'email' ? { type: 'email', inputMode: 'email' as const } : {})}
      maxLength={most}
      value={draft[name]}
      error={act.errors[name] ?? null}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {!of && <p className="muted">{t('op.partner.new.text')}</p>}
      {act.formError && <Note kind="error">{act.formError}</Note>}
      {field('name', 80)}
      {!of && field('slug', 40, t('op.partner.field.slug.hint'))}
      {field('email', 254)}
      <TextAreaField
        label={t('op.partner.field.note')}
        hint={t('op.partner.field.note.hint')}
        name="note"
        rows={2}
        maxLength={1000}
        value={draft.note}
        error={act.errors['note'] ?? null}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Checkboxes
        label={t('op.partner.field.scopes')}
        name="scopes"
        options={PartnerScope.options.map((scope) => [scope, p(`scope.${scope}`)] as const)}
        chosen={draft.scopes}
        error={act.errors['scopes'] ?? null}
        onChange={(scopes) => change({ scopes })}
      />
      <ReasonField value={reason} error={act.errors['reason']} onChange={setReason} />
      <div className="row gap-8">
        <Button type="submit" loading={act.pending}>
          {t(of ? 'op.partner.save' : 'op.partner.make')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('op.partner.close')}
        </Button>
      </div>
    </form>
  )
}

function wrongIn({ name, slug, email, scopes }: PartnerDraft): Partial<Record<keyof PartnerDraft, string>> {
  return {
    ...(name.trim().length < 2 ? { name: t('op.partner.error.name') } : {}),
    ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim().toLowerCase()) ? {} : { slug: t('op.partner.error.slug') }),
    ...(isEmail(email) ? {} : { email: t('op.partner.error.email') }),
    ...(scopes.length ? {} : { scopes: t('op.partner.error.scopes') }),
  }
}
