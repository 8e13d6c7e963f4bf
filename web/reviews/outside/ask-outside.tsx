import { type FormEvent, useRef, useState } from 'react'
import type { OutsideInvitation } from '#contract/reviews/outside.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { outsideMessages } from './outside-messages.ts'

const looks = { waiting: 'disabled', shown: 'jadeSoft', removed: 'accentSoft' } as const
const empty = { name: '', email: '', work: '' }

interface Props {
  invitations: readonly OutsideInvitation[]
  left: number
  country: Country
}

export function AskOutside({ invitations, left, country }: Props) {
  const t = createTranslator(outsideMessages, country)
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form, refusals: { already_invited: ({ message }) => ({ email: message }) } })
  const [draft, setDraft] = useState(empty)
  const [asked, setAsked] = useState(invitations)
  const mayAsk = left - (asked.length - invitations.length)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const done = await act.run(() => browserApi().outsideReviews.invite(draft))
    if (!done) return
    setAsked((all) => [done.answer.invitation, ...all])
    setDraft(empty)
    showToast('success', t('outside.ask.sent', { name: draft.name }))
  }
  const field = (name: keyof typeof empty) => ({
    name,
    value: draft[name],
    error: act.errors[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft((now) => ({ ...now, [name]: target.value })),
  })
  return (
    <TitledCard title={t('outside.ask.title')}>
      <p className="muted">{t('outside.ask.text')}</p>
      <form ref={form} className="stack" onSubmit={send} noValidate>
        {act.formError && <Note kind="error">{act.formError}</Note>}
        <div className="field-grid even">
          <TextField label={t('outside.ask.name')} autoComplete="off" {...field('name')} />
          <TextField
            type="email"
            label={t('outside.ask.email')}
            hint={t('outside.ask.email.hint')}
            autoComplete="off"
            {...field('email')}
          />
        </div>
        <TextField label={t('outside.ask.work')} placeholder={t('outside.ask.work.example')} {...field('work')} />
        <div className="row gap-12 wrapping">
          <Button type="submit" loading={act.pending} disabled={mayAsk <= 0}>
            {t('outside.ask.send')}
          </Button>
          <span className="small muted">{t('outside.ask.left', { n: Math.max(0, mayAsk) })}</span>
        </div>
      </form>
      {asked.length === 0 ? (
        <p className="small muted">{t('outside.ask.none')}</p>
      ) : (
        <ul className={moneyListStyles.moneyList}>
          {asked.map(({ id, name, work, state }) => (
            <li key={id}>
              <span className="can-shrink">
                <b className="bold">{name}</b>, {work}
              </span>
              <Badge look={looks[state]}>{t(`outside.state.${state}`)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}
