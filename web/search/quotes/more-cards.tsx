import { useState } from 'react'
import { Link } from 'react-router'
import type { QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { getQuotesTranslator } from './quote-phrases.ts'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './more-cards.module.css'
import quotesStyles from '#web/search/quotes.module.css'

export const CardSkeletons = ({ label }: { label: string }) => (
  <div className={quotesStyles.cards} role="status" aria-label={label}>
    <CardSkeleton />
    <CardSkeleton />
  </div>
)

/** The next 24 cards: appended below, or a page of their own without script. */
export function MoreCards({
  page,
  type,
  onMore,
}: {
  page: QuotesPage
  type: Mode
  onMore: (next: QuotesPage) => void
}) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const cursor = page.nextCursor[type]
  if (!cursor) return null
  const { sortBy, filterBy, search } = page
  const t = getQuotesTranslator(search)
  const load = async () => {
    setState('loading')
    try {
      onMore(await browserApi().quotes.read({ quoteId: search.id, type, sortBy, filterBy, cursor }))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={joinClasses('stack gap-8', styles.moreCards)}>
      {state === 'loading' && <CardSkeletons label={t('quotes.more.loading')} />}
      {state === 'failed' && <Note kind="error">{t('quotes.more.failed')}</Note>}
      <Button kind="secondary" loading={state === 'loading'} onClick={load} className="with-script">
        {t('quotes.more')}
      </Button>
      <noscript>
        <Link to={`/quotes/${search.id}?${new URLSearchParams({ type, sortBy, filterBy, cursor })}`}>
          {t('quotes.more')}
        </Link>
      </noscript>
    </div>
  )
}
