import { type ReactNode, useMemo } from 'react'
import { spreadCoverScenes } from '#contract/pictures/drawn.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { formatQuoteDay, getQuotesTranslator } from './quote-phrases.ts'
import { getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './quote-groups.module.css'
import quotesStyles from '#web/search/quotes.module.css'

type Group = 'booked' | 'instant' | 'requested' | 'featured' | 'more'
const order: readonly Group[] = ['booked', 'instant', 'requested', 'featured', 'more']
/** Reasons for not fitting, by how easily a customer can change something. */
const reasons = ['otherHours', 'tooManyPeople', 'shortNotice', 'tooFar', 'booked'] as const
type Unfit = (typeof reasons)[number] | 'cancelled'

function groupOf(card: Card): Group {
  if (card.status === 'booked') return 'booked'
  if (card.status === 'offered') return 'instant'
  if (card.status === 'requested') return 'requested'
  return card.featured ? 'featured' : 'more'
}

const isUnfit = ({ status }: Card): boolean => status === 'unavailable' || status === 'cancelled'
const unfitOf = (card: Card): Unfit =>
  card.status === 'cancelled' || card.reason === 'fits' ? 'cancelled' : card.reason

/** Returns the cards of one type in the order of the response. */
export const listCardsOfMode = (page: Pick<QuotesPage, 'offers' | 'profiles'>, type: Mode): Card[] =>
  [...page.offers[type].map((record) => record.provider), ...page.profiles[type]].sort(
    (a, b) => (a.position ?? 0) - (b.position ?? 0),
  )

/** Returns each artist of both lists once, by the mode whose reason is that of the person: the studio's if far away. */
export function listCardsOfBoth(pages: readonly Pick<QuotesPage, 'offers' | 'profiles'>[]): Card[] {
  const [mobile, studio] = (['mobile', 'studio'] as const).map((type) =>
    pages.flatMap((page) => listCardsOfMode(page, type)),
  ) as [Card[], Card[]]
  const has = (cards: readonly Card[], { _id }: Card) => cards.some((card) => card._id === _id)
  const near = mobile.filter((card) => card.reason !== 'tooFar' || !has(studio, card))
  return [...near, ...studio.filter((card) => !has(near, card))]
}

/** Returns the cards as displayed: by group, unavailable ones last. */
function asShown(cards: readonly Card[], sorted: boolean): Card[] {
  const had = cards.filter((card) => !isUnfit(card))
  const unfit = cards.filter(isUnfit)
  return [
    ...(sorted ? had : order.flatMap((group) => had.filter((card) => groupOf(card) === group))),
    ...[...reasons, 'cancelled' as const].flatMap((reason) => unfit.filter((card) => unfitOf(card) === reason)),
  ]
}

interface GroupsProps {
  cards: readonly Card[]
  page: QuotesPage
  type: Mode
  /** If no artist fits, the list has both modes, each artist once. */
  both?: boolean
  draw: (card: Card, index: number) => ReactNode
  /** Bulk request: below the instantly bookable artists, else above those who need a request. */
  ask: ReactNode
  /** Loads the next cards; placed where they will appear. */
  more: ReactNode
}

/** Grouped cards, or a single list in any order but recommended; unavailable ones are folded under their reason. */
export function QuoteGroups({ cards, page, type, both = false, draw, ask, more }: GroupsProps) {
  const t = getQuotesTranslator(page.search)
  const sorted = page.sortBy !== 'recommended'
  const shown = useMemo(() => spreadCoverScenes(asShown(cards, sorted)), [cards, sorted])
  const had = shown.filter((card) => !isUnfit(card))
  const unfit = shown.filter(isUnfit)
  const grouped = Map.groupBy(had, groupOf)
  return (
    <>
      {sorted && had.length > 0 && (
        <section className="stack gap-8" aria-labelledby="group-sorted">
          <div className={styles.groupHead}>
            <h2 className="heading-3" id="group-sorted">
              {t('group.sorted')}
            </h2>
            <span>{t(`sort.${page.sortBy}`)}</span>
          </div>
          <div className={quotesStyles.cards}>{had.map(draw)}</div>
        </section>
      )}
      {!sorted && !grouped.has('instant') && ask}
      {!sorted &&
        order
          .filter((group) => grouped.has(group))
          .map((group) => (
            <section key={group} className="stack gap-8" aria-labelledby={`group-${group}`}>
              <div className={styles.groupHead}>
                <h2 className="heading-3" id={`group-${group}`}>
                  {t(`group.${group}`)}
                </h2>
                <span>{t(`group.${group}.note`, { date: formatQuoteDay(page.search) })}</span>
              </div>
              <div className={quotesStyles.cards}>
                {grouped.get(group)?.map((card) => draw(card, had.indexOf(card)))}
              </div>
              {group === 'instant' && ask}
            </section>
          ))}
      {sorted && ask}
      <UnfitGroups cards={unfit} page={page} type={type} both={both} draw={draw} more={more} />
    </>
  )
}

function UnfitGroups({ cards, page, type, both, draw, more }: Omit<GroupsProps, 'ask'>) {
  const t = getQuotesTranslator(page.search)
  const grouped = Map.groupBy(cards, unfitOf)
  if (cards.length === 0) return more
  const counts = both ? page.counts.people : page.counts.shown[type]
  const shown = [...reasons, 'cancelled' as const].filter((reason) => grouped.has(reason))
  return (
    <section className={joinClasses('stack gap-12', counts.fits === 0 && styles.nobody)} aria-labelledby="group-unfit">
      <h2 className="heading-3" id="group-unfit">
        {t('group.unfit')}
      </h2>
      {shown.map((reason) => (
        <details key={reason} className={styles.folded}>
          <summary className={getButtonClasses({ kind: 'secondary' })}>
            {t(`unfit.${reason}`, {
              // Counts all cards, not only the loaded ones.
              n: reason === 'cancelled' ? (grouped.get(reason)?.length ?? 0) : counts[reason],
            })}
          </summary>
          <div className={quotesStyles.cards}>
            {grouped.get(reason)?.map((card) => draw(card, Number.POSITIVE_INFINITY))}
          </div>
        </details>
      ))}
      <div className={styles.foldedMore}>{more}</div>
    </section>
  )
}
