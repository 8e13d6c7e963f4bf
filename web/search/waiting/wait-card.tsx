import { type FormEvent, useRef, useState } from 'react'
import type { Card } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { waitingTimers } from '#contract/search/waiting-timers.ts'
import type { Mode } from '#contract/values.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { formatQuoteDay } from '#web/search/quotes/quote-phrases.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { waitingMessages } from './waiting-messages.ts'

interface WaitCardProps {
  card: Pick<Card, 'name' | 'slug'>
  search: SavedSearch
  type: Mode
  country: Country
  email?: string | undefined
}
type Said = { on: boolean; confirm: boolean; before: number; email: string }

/** Joins the waiting list of an artist who is taken on the day. */
export function WaitCard({ card, search, type, country, email = '' }: WaitCardProps) {
  const t = createTranslator(waitingMessages, country)
  const form = useRef<HTMLFormElement>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const { pending, errors, run } = useForm({ form })
  const ask = async (address: string, on: boolean) => {
    const done = await run(() =>
      browserApi().waiting.join({ quoteId: search.id, profileId: card.slug, type, email: address, on }),
    )
    if (done) setSaid({ ...done.answer, email: address })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    ask(String(new FormData(event.currentTarget).get('email') ?? '').trim(), true)
  }
  const wrong = errors['email'] ?? errors['form'] ?? errors['fault']
  return (
    <section className="stack gap-12" aria-labelledby="wait-title">
      <h2 className="heading-3" id="wait-title">
        {t('wait.title', { name: card.name })}
      </h2>
      {said?.on ? (
        <>
          <Note kind="success">
            <p role="status">
              {said.confirm
                ? t('wait.confirm', { email: said.email })
                : said.before === 0
                  ? t('wait.on.first')
                  : t('wait.on', { n: said.before })}
            </p>
          </Note>
          <div>
            <Button kind="quiet" size="small" loading={pending} onClick={() => ask(said.email, false)}>
              {t('wait.off')}
            </Button>
          </div>
          {wrong && <Note kind="error">{wrong}</Note>}
        </>
      ) : (
        <form className="stack gap-12" ref={form} onSubmit={submit} noValidate>
          <p className="small">
            {t('wait.text', {
              date: formatQuoteDay(search),
              hours: waitingTimers.hours,
              close: waitingTimers.hoursClose,
            })}
          </p>
          {said && <Note kind="success">{t('wait.left')}</Note>}
          <TextField
            label={t('wait.email')}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={said?.email ?? email}
            error={wrong}
          />
          <Button type="submit" full loading={pending}>
            {t('wait.act')}
          </Button>
        </form>
      )}
    </section>
  )
}
