import { Form } from 'react-router'
import type { QuotesPage } from '#contract/search/quotes.ts'
import { Note } from '#web/ui/note.tsx'
import { dayOf, wordsFor } from '#web/search/quotes/quote-phrases.ts'

/** What came of setting or ending an alert. */
export function AlertNote({
  said,
  page,
}: {
  said: { alert: boolean; confirm: boolean; email: string; error: string | null }
  page: QuotesPage
}) {
  const t = wordsFor(page.search)
  if (said.error) return <Note kind="error">{said.error}</Note>
  if (!said.alert) return <Note kind="success">{t('toast.alert.off')}</Note>
  const [set, off] = t('quotes.rescue.alert.on', { date: dayOf(page.search) }).split(/(?<=\.) /)
  return (
    <Note kind="success">
      <Form method="post" className="row gap-8 wrapping">
        {said.confirm ? t('quotes.rescue.alert.confirm', { email: said.email }) : set}
        <input type="hidden" name="intent" value="alert-off" />
        <input type="hidden" name="email" value={said.email} />
        <button type="submit" className="link tap-target">
          {off}
        </button>
      </Form>
    </Note>
  )
}
