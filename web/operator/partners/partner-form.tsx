import { type FormEvent, useRef, useState } from 'react'
import { isEmail } from '#contract/accounts/parse-email.ts'
import type { Partner } from '#contract/accounts/partners.ts'
import { PartnerScope } from '#contract/accounts/scopes.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { Checkboxes } from '#web/dashboard/programs/program-parts.tsx'
import { programMessages } from '#web/dashboard/programs/program-messages.ts'
import { ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'

export const partnerMessages = defineMessages({
  'operator.partner.search': 'Search by name, email or link name',
  'operator.partner.empty': 'No partners yet',
  'operator.partner.name': 'Partner',
  'operator.partner.inLinks': 'Name in links',
  'operator.partner.contact': 'Contact',
  'operator.partner.brought': 'Bookings',
  'operator.partner.state': 'Status',
  'operator.partner.stands': 'Active',
  'operator.partner.ended': 'Ended',
  'operator.partner.since': 'Since',
  'operator.partner.endedAt': 'Ended {date}',
  'operator.partner.add': 'Add a partner',
  'operator.partner.new': 'New partner',
  'operator.partner.new.text':
    'A company that sends customers here or shows quotes on its own site. We record the bookings that come through it.',
  'operator.partner.field.name': 'Name',
  'operator.partner.field.slug': 'Link name',
  'operator.partner.field.slug.hint': 'Lower-case letters, digits and hyphens. You cannot change it later.',
  'operator.partner.field.email': 'Contact email',
  'operator.partner.field.note': 'Note',
  'operator.partner.field.note.hint': 'Only operators see this.',
  'operator.partner.field.scopes': 'Permissions its keys can have',
  'operator.partner.error.name': 'Enter a name.',
  'operator.partner.error.slug': 'Use lower-case letters, digits and single hyphens, such as the-venue.',
  'operator.partner.error.email': 'Enter an email address.',
  'operator.partner.error.scopes': 'Choose at least one permission.',
  'operator.partner.make': 'Create partner',
  'operator.partner.save': 'Save',
  'operator.partner.close': 'Close',
  'operator.partner.edit': 'Edit',
  'operator.partner.edit.title': 'Edit partner',
  'operator.partner.back': 'All partners',
  'operator.partner.link': 'Partner link',
  'operator.partner.link.end': '?partner={slug}',
  'operator.partner.link.hint':
    "Add this to the address of any page. Quotes requested by the partner's own software use it too.",
  'operator.partner.end': 'End partnership',
  'operator.partner.end.title': 'End the partnership with {name}?',
  'operator.partner.end.text':
    'Its keys, webhooks and links will stop working. Existing bookings keep their partner. You cannot undo this.',
  'operator.partner.over': 'This partnership has ended. Keys, webhooks and links no longer work.',
  'operator.partner.keys':
    'A key has only the permissions you choose. It never gives access to names, addresses or payments.',
  'operator.partner.hooks':
    'Sends bookings made through this partner to its address within seconds. Messages are signed as in Standard Webhooks and retried for 32 hours.',
  'operator.partner.bookings': 'Bookings through this partner',
  'operator.partner.bookings.none': 'No bookings yet',
  'operator.partner.bookings.count': '{n, plural, =0 {No bookings} one {1 booking} other {{n} bookings}}',
  'operator.partner.bookings.cancelled': '{n, plural, =0 {none cancelled} one {1 cancelled} other {{n} cancelled}}',
  'operator.partner.bookings.worth': 'Worth {amounts}, without cancelled bookings.',
  'operator.partner.booking.number': 'Booking',
  'operator.partner.booking.day': 'Date',
  'operator.partner.booking.town': 'Town',
  'operator.partner.booking.services': 'Services',
  'operator.partner.booking.artist': 'Artist',
  'operator.partner.booking.total': 'Total',
  'operator.partner.booking.booked': 'Booked',
  'operator.partner.booking.state.booked': 'Booked',
  'operator.partner.booking.state.completed': 'Completed',
  'operator.partner.booking.state.cancelled': 'Cancelled',
  'operator.partner.booking.state.no_show': 'No-show',
  'operator.partner.booking.state.disputed': 'Disputed',
  'operator.partner.booking.state.settled': 'Settled',
})

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
      label={t(`operator.partner.field.${name}`)}
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
      {!of && <p className="muted">{t('operator.partner.new.text')}</p>}
      {act.formError && <Note kind="error">{act.formError}</Note>}
      {field('name', 80)}
      {!of && field('slug', 40, t('operator.partner.field.slug.hint'))}
      {field('email', 254)}
      <TextAreaField
        label={t('operator.partner.field.note')}
        hint={t('operator.partner.field.note.hint')}
        name="note"
        rows={2}
        maxLength={1000}
        value={draft.note}
        error={act.errors['note'] ?? null}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Checkboxes
        label={t('operator.partner.field.scopes')}
        name="scopes"
        options={PartnerScope.options.map((scope) => [scope, p(`scope.${scope}`)] as const)}
        chosen={draft.scopes}
        error={act.errors['scopes'] ?? null}
        onChange={(scopes) => change({ scopes })}
      />
      <ReasonField value={reason} error={act.errors['reason']} onChange={setReason} />
      <div className="row gap-8">
        <Button type="submit" loading={act.pending}>
          {t(of ? 'operator.partner.save' : 'operator.partner.make')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('operator.partner.close')}
        </Button>
      </div>
    </form>
  )
}

function wrongIn({ name, slug, email, scopes }: PartnerDraft): Partial<Record<keyof PartnerDraft, string>> {
  return {
    ...(name.trim().length < 2 ? { name: t('operator.partner.error.name') } : {}),
    ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug.trim().toLowerCase()) ? {} : { slug: t('operator.partner.error.slug') }),
    ...(isEmail(email) ? {} : { email: t('operator.partner.error.email') }),
    ...(scopes.length ? {} : { scopes: t('operator.partner.error.scopes') }),
  }
}
