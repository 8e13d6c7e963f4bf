import { Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { QuotesPage } from '#contract/search/quotes.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import { formatQuoteDay, getQuotesTranslator } from './quote-phrases.ts'
import styles from './send-me.module.css'

type SentLink = { sentTo: string; confirm: boolean; error: string | null }

export function SendMe({ page, said }: { page: QuotesPage; said: SentLink | null }) {
  const t = getQuotesTranslator(page.search)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (said?.error) revealElement(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
  }, [said?.error])
  return (
    <section className="card pad-24 stack gap-12" id="send-me" aria-labelledby="send-me-title">
      <h2 className="title" id="send-me-title">
        {t('quotes.send.title')}
      </h2>
      <p className="small muted">{t('quotes.send.text')}</p>
      {said && !said.error && (
        <Note kind="success">
          {t(said.confirm ? 'quotes.send.confirm' : 'quotes.send.done', { email: said.sentTo })}
        </Note>
      )}
      <Form method="post" ref={form} className={styles.sendMe} noValidate preventScrollReset>
        <input type="hidden" name="intent" value="send" />
        <TextField
          label={t('quotes.rescue.alert.email')}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          defaultValue={said?.sentTo}
          error={said?.error}
        />
        <Button className={styles.button} type="submit" kind="secondary">
          <Mail className="icon" aria-hidden="true" />
          {t('quotes.send.act')}
        </Button>
      </Form>
    </section>
  )
}

export function AlertNote({
  said,
  page,
}: {
  said: { alert: boolean; confirm: boolean; email: string; error: string | null }
  page: QuotesPage
}) {
  const t = getQuotesTranslator(page.search)
  if (said.error) return <Note kind="error">{said.error}</Note>
  if (!said.alert) return <Note kind="success">{t('toast.alert.off')}</Note>
  return (
    <Note kind="success">
      <Form method="post" className="row gap-8 wrapping">
        {said.confirm
          ? t('quotes.rescue.alert.confirm', { email: said.email })
          : t('quotes.rescue.alert.on', { date: formatQuoteDay(page.search) })}
        <input type="hidden" name="intent" value="alert-off" />
        <input type="hidden" name="email" value={said.email} />
        <button type="submit" className="link tap-target">
          {t('quotes.rescue.alert.turnOff')}
        </button>
      </Form>
    </Note>
  )
}
