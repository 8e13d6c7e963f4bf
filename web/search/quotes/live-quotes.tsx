import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { money } from '#contract/format.ts'
import type { QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { addOffer } from '#web/platform/store/quote-data.ts'
import { change } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { Button } from '#web/ui/button.tsx'
import { liveChanges } from './live-changes.ts'
import { wordsFor } from './quote-phrases.ts'
import styles from './live-quotes.module.css'

/** Says what has come or gone while the page was open; who has scrolled on gets a chip that leads back up. */
export function LiveQuotes({ page, type }: { page: QuotesPage; type: Mode }) {
  const t = wordsFor(page.search)
  const store = useClientStore()
  const before = useRef({ page, type })
  const [said, setSaid] = useState('')
  const [fresh, setFresh] = useState(0)

  useEffect(() => {
    const { page: was, type: wasType } = before.current
    before.current = { page, type }
    // Another list, filter, order or search shows other cards: nothing has come or gone by that.
    if (
      was === page ||
      wasType !== type ||
      was.search.id !== page.search.id ||
      was.filterBy !== page.filterBy ||
      was.sortBy !== page.sortBy
    )
      return
    const { answered, gone, free } = liveChanges(was, page)
    for (const record of answered) change(store, 'quoteData', addOffer, record)
    const lines = [
      ...answered.map(({ provider, offer }) =>
        t('quotes.live.new', { name: provider.name, total: money(offer.price, offer.currency) }),
      ),
      ...gone.map(({ name }) => t('quotes.live.gone', { name })),
      ...free.map(({ name }) => t('quotes.live.free', { name })),
    ]
    if (lines.length === 0) return
    setSaid(lines.join(' '))
    if (answered.length && window.scrollY > window.innerHeight / 2) setFresh((n) => n + answered.length)
  }, [page, type, store, t])

  useEffect(() => {
    if (fresh === 0) return
    const seen = () => window.scrollY < window.innerHeight / 2 && setFresh(0)
    window.addEventListener('scroll', seen, { passive: true })
    return () => window.removeEventListener('scroll', seen)
  }, [fresh])

  const toTop = () => {
    setFresh(0)
    const panel = document.querySelector<HTMLElement>('#quotes-panel')
    panel?.scrollIntoView({ block: 'start' })
    panel?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {fresh > 0 && (
        <Button className={styles.newQuotes} size="small" onClick={toTop}>
          <ArrowUp className="icon" aria-hidden="true" />
          {t('quotes.live.chip', { n: fresh })}
        </Button>
      )}
    </>
  )
}
