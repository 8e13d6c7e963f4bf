import { countOf } from '#contract/i18n/counts.ts'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { QuotesPage } from '#contract/search/quotes.ts'
import { useAsking } from '#web/search/asking/asking.tsx'
import { getQuotesTranslator } from './quote-phrases.ts'
import styles from './live-line.module.css'

const waitMs = 1_200
const restMs = 3_000
const pollMs = 30_000

/** Returns which modes the artists of the headline have. */
const getCoveredModes = ({ mobile, studio }: QuotesPage['counts']) =>
  studio.fits === 0 ? 'mobile' : mobile.fits === 0 ? 'studio' : 'both'

/** Number of quotes, announced unless `silent`. Revalidates when the server sends an event about nearby changes. */
export function LiveLine({ page, silent }: { page: QuotesPage; silent?: boolean }) {
  const t = getQuotesTranslator(page.search)
  const waiting = useAsking()?.own.requests.filter(({ state }) => state === 'requested').length ?? 0
  const n = page.counts.people.fits
  const { revalidate, state } = useRevalidator()
  const [lost, setLost] = useState(false)
  const idle = useRef(true)
  idle.current = state === 'idle'
  const made = useRef(page.quote.computedAt)
  made.current = page.quote.computedAt

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stirred = 0
    const stir = () => {
      stirred = Date.now()
    }
    // Not during input: a card must not move under a pointer or the focus. Resting there does not count.
    const inUse = () =>
      Date.now() - stirred < restMs &&
      document.querySelector('#quotes-panel :focus-visible, #quotes-panel article:hover') !== null
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (idle.current && !inUse() ? revalidate() : soon()), waitMs)
    }
    const stirs = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const kind of stirs) document.addEventListener(kind, stir, { passive: true })
    const stream = new EventSource(`/v1/quotes/${page.search.id}/live?${new URLSearchParams({ seen: made.current })}`)
    stream.addEventListener('changed', soon)
    stream.addEventListener('open', () => setLost(false))
    stream.addEventListener('error', () => setLost(true))
    // The server shed this connection: the page polls from now on.
    stream.addEventListener('shed', () => {
      stream.close()
      setLost(true)
    })
    return () => {
      clearTimeout(timer)
      for (const kind of stirs) document.removeEventListener(kind, stir)
      stream.close()
    }
  }, [page.search.id, revalidate])

  useEffect(() => {
    if (!lost) return
    const timer = setInterval(() => idle.current && revalidate(), pollMs)
    return () => clearInterval(timer)
  }, [lost, revalidate])

  if (silent) return null
  return (
    <p className={styles.live} aria-live="polite">
      {lost
        ? t('quotes.live.paused')
        : waiting > 0
          ? t('quotes.live.replying', { n: waiting, quotes: countOf('quotes', n) })
          : t('quotes.live', { n, covers: getCoveredModes(page.counts) })}
    </p>
  )
}
