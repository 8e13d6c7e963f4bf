import { Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { QuotesPage } from '#contract/search/quotes.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { wordsFor } from './quote-phrases.ts'
import styles from './send-me.module.css'
import { reveal } from '#web/ui/reveal.ts'

export type Sent = { sentTo: string; confirm: boolean; error: string | null }

/** 'Send me these quotes': a mail with the link, to come back on another device. */
export function SendMe({ page, said }: { page: QuotesPage; said: Sent | null }) {
  const t = wordsFor(page.search)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (said?.error) reveal(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
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
