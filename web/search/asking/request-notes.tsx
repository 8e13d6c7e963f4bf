import { Link } from 'react-router'
import type { QuotesPage } from '#contract/search/quotes.ts'
import { optional } from '#web/platform/optional.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { useAsking } from './asking.tsx'
import { wordsFor } from '#web/search/quotes/quote-phrases.ts'

const OneStepLeft = optional(
  () => import('#web/search/quotes/one-step-left.tsx').then((m) => m.OneStepLeft),
  () => null,
)

/** What the owner has to do about requests: open the link, or ask again with the change. */
export function RequestNotes({ page }: { page: QuotesPage }) {
  const asking = useAsking()
  const t = wordsFor(page.search)
  if (!asking) return null
  const { confirm, earlier } = asking.own
  return (
    <>
      {confirm && <OneStepLeft email={confirm.email} page={page} />}
      {earlier.length > 0 && (
        <Note kind="info">
          <div className="row gap-8 wrapping space-between">
            <span>{t('quotes.asked', { n: earlier.length })}</span>
            <Button kind="secondary" size="small" loading={asking.busy} onClick={asking.askAgain}>
              {t('quotes.asked.again')}
            </Button>
          </div>
        </Note>
      )}
      {asking.own.requests.some(({ open }) => open) && (
        <Link className="link" to={`/quotes/${page.search.id}/words`}>
          {t('quotes.words')}
        </Link>
      )}
      <Ended page={page} />
    </>
  )
}

/** Requests that came to nothing by the other side or the clock; what the customer ended is not told to them. */
function Ended({ page }: { page: QuotesPage }) {
  const asking = useAsking()
  const t = wordsFor(page.search)
  const ended = (asking?.own.requests ?? []).flatMap((request) => {
    const { name } = request.provider
    const said = request.note
    if (request.state === 'declined' || request.state === 'expired')
      return [{ id: request.id, line: t(`request.${request.state}`, { name }), said }]
    const state = request.offer?.state
    return !request.open && (state === 'expired' || state === 'withdrawn')
      ? [{ id: request.id, line: t(`offer.${state}`, { name }), said }]
      : []
  })
  if (ended.length === 0) return null
  return (
    <section className="small stack gap-4" aria-label={t('quotes.ended')}>
      {ended.map(({ id, line, said }) => (
        <p key={id}>
          <b className="bold">{line}</b>
          {said && ` ${said}`}
        </p>
      ))}
    </section>
  )
}
