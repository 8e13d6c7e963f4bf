import { type FormEvent, useRef, useState } from 'react'
import type { Partner } from '#contract/accounts/partners.ts'
import { PartnerScope } from '#contract/accounts/scopes.ts'
import { reader } from '#contract/words.ts'
import { Checkboxes } from '#web/dashboard/programs/checkboxes.tsx'
import { programWords } from '#web/dashboard/programs/program-words.ts'
import { ReasonField, wrongReason } from '#web/operator/reason-field.tsx'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { partnerWords } from './partner-words.ts'
import { isEmail } from '#contract/accounts/parse-email.ts'

const t = reader(partnerWords)
const p = reader(programWords)

/** What is said of a partner. */
interface PartnerDraft {
  name: string
  slug: string
  email: string
  note: string
  scopes: PartnerScope[]
}
const empty: PartnerDraft = { name: '', slug: '', email: '', note: '', scopes: [] }

interface PartnerFormProps {
  /** The partner that is changed; none where one is made. */
  of: Partner | null
  run: (draft: PartnerDraft & { reason: string }) => Promise<{ partner: Partner }>
  onDone: (partner: Partner) => void
  onClose: () => void
}

/** Makes a partner, or changes what is known of one; its name in links stays as it is. */
export function PartnerForm({ of, run, onDone, onClose }: PartnerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const act = useAct({ form, says: { partner_taken: ({ message }) => ({ slug: message }) } })
  const [draft, setDraft] = useState<PartnerDraft>(of ?? empty)
  const [reason, setReason] = useState('')
  const change = (part: Partial<PartnerDraft>) => setDraft((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = { ...wrongIn(draft), ...wrongReason(reason) }
    const done = await act.run(() => run({ ...draft, reason }), { wrong })
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
      {act.said && <Note kind="error">{act.said}</Note>}
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
        <Button type="submit" loading={act.waiting}>
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
