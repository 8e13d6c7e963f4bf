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
  'op.partner.search': 'Name, email or name in links',
  'op.partner.empty': 'No partners yet',
  'op.partner.name': 'Partner',
  'op.partner.contact': 'Contact',
  'op.partner.brought': 'Bookings',
  'op.partner.state': 'State',
  'op.partner.stands': 'Stands',
  'op.partner.ended': 'Ended',
  'op.partner.since': 'Since',
  'op.partner.endedAt': 'Ended {date}',
  'op.partner.add': 'Add a partner',
  'op.partner.new': 'A new partner',
  'op.partner.new.text':
    'A company that sends people here or shows quotes on its own site. What comes through it is known as its own.',
  'op.partner.field.name': 'Name',
  'op.partner.field.slug': 'Name in links',
  'op.partner.field.slug.hint': 'Small letters, digits and hyphens. It stays as it is.',
  'op.partner.field.email': 'Email of the contact',
  'op.partner.field.note': 'Note',
  'op.partner.field.note.hint': 'For operators alone.',
  'op.partner.field.scopes': 'What its keys may do at most',
  'op.partner.error.name': 'Say what it is called.',
  'op.partner.error.slug': 'Small letters, digits and single hyphens: the-venue.',
  'op.partner.error.email': 'Enter an email address.',
  'op.partner.error.scopes': 'Choose at least one permission.',
  'op.partner.make': 'Make the partner',
  'op.partner.save': 'Save',
  'op.partner.close': 'Close',
  'op.partner.edit': 'Change',
  'op.partner.edit.title': 'Change the partner',
  'op.partner.back': 'All partners',
  'op.partner.link': 'Its link',
  'op.partner.link.end': '?partner={slug}',
  'op.partner.link.hint':
    'Any page of the site with this behind it. Quotes that its program asked for are opened with it too.',
  'op.partner.end': 'End the partner',
  'op.partner.end.title': 'End {name}?',
  'op.partner.end.text':
    'Its keys open nothing, its addresses are told nothing and its links bring nothing from now on. What came through it stays known. This cannot be undone.',
  'op.partner.over': 'This partner has ended: nothing opens for it and nothing is told.',
  'op.partner.keys': 'A key opens what you choose here and nothing else: no names, no addresses, no money.',
  'op.partner.hooks':
    'An address of theirs is told within seconds of bookings that came through them. Every message is signed by the secret beside it, as Standard Webhooks has it, and is tried again for 32 hours.',
  'op.partner.bookings': 'What came through it',
  'op.partner.bookings.none': 'No bookings yet',
  'op.partner.bookings.count': { zero: 'No bookings', one: '1 booking', other: '{n} bookings' },
  'op.partner.bookings.cancelled': { zero: 'none cancelled', one: '1 cancelled', other: '{n} cancelled' },
  'op.partner.bookings.worth': 'Worth {amounts} without those.',
  'op.partner.booking.number': 'Booking',
  'op.partner.booking.day': 'Day',
  'op.partner.booking.services': 'Services',
  'op.partner.booking.artist': 'Artist',
  'op.partner.booking.total': 'Total',
  'op.partner.booking.booked': 'Booked',
  'op.partner.booking.state.booked': 'Booked',
  'op.partner.booking.state.completed': 'Over',
  'op.partner.booking.state.cancelled': 'Cancelled',
  'op.partner.booking.state.no_show': 'Nobody came',
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
