import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { Button } from '#web/ui/button.tsx'
import { useAsking } from './asking.tsx'
import { canBeAsked } from './can-be-asked.ts'
import { wordsFor } from '#web/search/quotes/quote-phrases.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './ask-first.module.css'

/** One request to the first artists of the list at once, while nobody has been asked yet. */
export function AskFirst({ cards, page }: { cards: readonly Card[]; page: QuotesPage }) {
  const t = wordsFor(page.search)
  const asking = useAsking()
  const first = cards.filter(canBeAsked).slice(0, mostAtOnce)
  if (!asking || first.length < 2 || asking.own.requests.some(({ open }) => open)) return null
  return (
    <div className={classes('card row space-between wrapping with-script', styles.askFirst)}>
      <p className="small grow">{t('quotes.ask.text')}</p>
      <Button
        kind="secondary"
        size="small"
        loading={asking.busy}
        onClick={() => asking.ask(first.map((card) => card.slug))}>
        {t('quotes.ask.first', { n: first.length })}
      </Button>
    </div>
  )
}
