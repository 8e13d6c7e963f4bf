import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { QuotesPage } from '#contract/quotes.ts'
import { counted } from '#contract/words.ts'
import { useClientState } from '#web/platform/store/use-store.tsx'
import { wordsFor } from './quote-phrases.ts'

const waitMs = 1_200
const pollMs = 30_000

/** How many quotes are in, kept live: the server hints that something near changed, and the page asks anew. */
export function LiveLine({ page }: { page: QuotesPage }) {
  const t = wordsFor(page.search)
  const waiting = useClientState((state) => state.requests.pendingRequestsCount)
  const n = page.counts.people.fits
  const { revalidate, state } = useRevalidator()
  const [lost, setLost] = useState(false)
  const idle = useRef(true)
  idle.current = state === 'idle'

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      // Never while something is being pressed or typed: a card must not move under a pointer or the focus.
      timer = setTimeout(() => (idle.current && !document.querySelector('#quotes-panel :focus-visible, #quotes-panel article:hover') ? revalidate() : soon()), waitMs)
    }
    const stream = new EventSource(`/v1/quotes/${page.search.id}/live`)
    stream.addEventListener('changed', soon)
    stream.addEventListener('open', () => setLost(false))
    stream.addEventListener('error', () => setLost(true))
    return () => {
      clearTimeout(timer)
      stream.close()
    }
  }, [page.search.id, revalidate])

  useEffect(() => {
    if (!lost) return
    const timer = setInterval(() => idle.current && revalidate(), pollMs)
    return () => clearInterval(timer)
  }, [lost, revalidate])

  return (
    <p className="live" aria-live="polite">
      {lost ? 'Live updates paused. We check every 30 seconds instead.' : waiting > 0 && page.search.mine ? t('quotes.live.replying', { n: waiting, quotes: counted(n, 'quote', 'quotes') }) : t('quotes.live', { n })}
    </p>
  )
}
