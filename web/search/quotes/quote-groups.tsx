import type { ReactNode } from 'react'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { dayOf, wordsFor } from './quote-phrases.ts'
import { buttonLook } from '#web/ui/button.tsx'
import styles from './quote-groups.module.css'
import quotesStyles from '#web/search/quotes.module.css'

type Group = 'booked' | 'instant' | 'requested' | 'featured' | 'more' | 'bookedOut'
const order: readonly Group[] = ['booked', 'instant', 'requested', 'featured', 'more', 'bookedOut']

/** The one group that a card stands in. */
function groupOf(card: Card): Group {
  if (card.status === 'booked') return 'booked'
  if (card.status === 'offered') return 'instant'
  if (card.status === 'requested') return 'requested'
  if (card.status === 'unavailable' || card.status === 'cancelled') return 'bookedOut'
  return card.featured ? 'featured' : 'more'
}

/** The cards of one type in the order that the answer gives. */
export const cardsOf = (page: Pick<QuotesPage, 'offers' | 'profiles'>, type: Mode): Card[] =>
  [...page.offers[type].map((record) => record.provider), ...page.profiles[type]].sort(
    (a, b) => (a.position ?? 0) - (b.position ?? 0),
  )

interface GroupsProps {
  cards: readonly Card[]
  page: QuotesPage
  draw: (card: Card, index: number) => ReactNode
  /** What loads the next cards: it stands where they will appear. */
  more: ReactNode
}

/** Cards under their headings; those who are booked out stay folded away. */
export function QuoteGroups({ cards, page, draw, more }: GroupsProps) {
  const t = wordsFor(page.search)
  const grouped = Map.groupBy(cards, groupOf)
  return (
    <>
      {order
        .filter((group) => group !== 'bookedOut' && grouped.has(group))
        .map((group) => (
          <section key={group} className="stack gap-12" aria-labelledby={`group-${group}`}>
            <div className={styles.groupHead}>
              <h2 className="heading-3" id={`group-${group}`}>
                {t(`group.${group}`)}
              </h2>
              <span>{t(`group.${group}.note`, { date: dayOf(page.search) })}</span>
            </div>
            <div className={quotesStyles.cards}>{grouped.get(group)?.map(draw)}</div>
          </section>
        ))}
      <BookedOut cards={grouped.get('bookedOut') ?? []} page={page} draw={draw} more={more} />
    </>
  )
}

function BookedOut({ cards, page, draw, more }: GroupsProps) {
  const t = wordsFor(page.search)
  if (cards.length === 0) return more
  return (
    <section className="stack gap-12" aria-labelledby="group-out">
      <div className={styles.groupHead}>
        <h2 className="heading-3" id="group-out">
          {t('group.bookedOut')}
        </h2>
        <span>{t('group.bookedOut.note', { date: dayOf(page.search) })}</span>
      </div>
      <details className={styles.folded}>
        <summary className={buttonLook({ kind: 'secondary' })}>
          {t('group.bookedOut.show', { n: cards.length })}
        </summary>
        <div className={quotesStyles.cards}>{cards.map(draw)}</div>
        <div className={styles.foldedMore}>{more}</div>
      </details>
    </section>
  )
}
