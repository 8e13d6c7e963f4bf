import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#contract/format.ts'
import type { Card, OfferRecord, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { addOffer } from '#web/platform/store/quote-data.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './live-quotes.module.css'
import { listAllCards } from './load-quotes.ts'
import { getQuotesTranslator } from './quote-phrases.ts'

/** Shows what changed while the page was open, with a chip that scrolls back up. */
export function LiveQuotes({ page, type }: { page: QuotesPage; type: Mode }) {
  const t = getQuotesTranslator(page.search)
  const store = useClientStore()
  const before = useRef({ page, type })
  const [said, setSaid] = useState('')
  const [fresh, setFresh] = useState(0)

  useEffect(() => {
    const { page: was, type: wasType } = before.current
    before.current = { page, type }
    // Another list, filter, order or search: not a live change.
    if (
      was === page ||
      wasType !== type ||
      was.search.id !== page.search.id ||
      was.filterBy !== page.filterBy ||
      was.sortBy !== page.sortBy
    )
      return
    const { answered, gone, free } = diffQuotes(was, page)
    for (const record of answered) updateSlice(store, 'quoteData', addOffer, record)
    const lines = [
      ...answered.map(({ provider, offer }) =>
        t('quotes.live.new', { name: provider.name, total: formatMoney(offer.price, offer.currency) }),
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

type Shown = Pick<QuotesPage, 'offers' | 'profiles'>
interface LiveChanges {
  answered: readonly OfferRecord[]
  /** Artists who fitted and are now booked, and the reverse. */
  gone: readonly Card[]
  free: readonly Card[]
}

const keyOf = (card: Card) => `${card._id} ${card.location.mobileOrStudio}`
const answered = ({ provider }: OfferRecord) => provider.status === 'offered' && Boolean(provider.until)

export function diffQuotes(before: Shown, after: Shown): LiveChanges {
  const offersOf = (page: Shown) => [...page.offers.mobile, ...page.offers.studio].filter(answered)
  const known = new Map(offersOf(before).map((record) => [keyOf(record.provider), record.offer.price]))
  const was = new Map(listAllCards(before).map((card) => [keyOf(card), card]))
  const now = listAllCards(after)
  const booked = (card: Card | undefined) => card?.status === 'unavailable' && card.reason === 'booked'
  return {
    answered: offersOf(after).filter((record) => known.get(keyOf(record.provider)) !== record.offer.price),
    gone: now.filter((card) => booked(card) && was.has(keyOf(card)) && was.get(keyOf(card))?.reason === 'fits'),
    free: now.filter((card) => card.reason === 'fits' && booked(was.get(keyOf(card)))),
  }
}
