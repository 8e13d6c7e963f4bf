import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { formatSearchPeople, planText, formatReadyBy, getQuotesTranslator } from './quote-phrases.ts'
import styles from './pair-panel.module.css'

type Half = Pick<QuotesPage, 'search' | 'offers' | 'profiles'>
type Pair = readonly [Card, Card]

/**
 * Returns the two different artists with the lowest total, one per half: both mobile, or if impossible also in studios;
 * null if there are no two.
 */
export function findCheapestPair(one: Half, other: Half): Pair | null {
  const priced = (page: Half, modes: readonly Mode[]) =>
    modes
      .flatMap((mode) => [...page.offers[mode].map(({ provider }) => provider), ...page.profiles[mode]])
      .filter(({ reason, price }) => reason === 'fits' && price !== null)
  for (const modes of [['mobile'], ['mobile', 'studio']] as const) {
    const pairs = priced(one, modes)
      .flatMap((a) => priced(other, modes).map((b): Pair => [a, b]))
      .filter(([a, b]) => a._id !== b._id)
      .sort((x, y) => totalOf(x) - totalOf(y))
    if (pairs[0]) return pairs[0]
  }
  return null
}

const totalOf = ([a, b]: Pair): number => (a.price ?? 0) + (b.price ?? 0)

/** Both halves of a split party: an artist each, and the total. */
export function PairPanel({ halves }: { halves: readonly [Half, Half] }) {
  const [one, other] = halves
  const t = getQuotesTranslator(one.search)
  const pair = findCheapestPair(one, other)
  return (
    <section className={joinClasses('card stack gap-12', styles.pair)} aria-labelledby="pair-title">
      <h2 className="heading-3" id="pair-title">
        {t('pair.title')}
      </h2>
      <p className="small muted">{t(pair ? 'pair.text' : 'pair.none')}</p>
      <ul className="stack gap-12">
        {halves.map(({ search }, index) => {
          const card = pair?.[index]
          const people = formatSearchPeople(search)
          const time = formatReadyBy(search)
          const elsewhere = `/quotes/${search.id}?other=${halves[1 - index]?.search.id ?? ''}`
          if (!card)
            return (
              <li key={search.id}>
                <Link to={elsewhere}>{t('pair.see', { people })}</Link>
              </li>
            )
          return (
            <li key={search.id} className={styles.half}>
              <Avatar size={56} src={card.profileImg.src} alt="" />
              <div className="grow">
                <Link className="title" to={`/quotes/${search.id}/@/${card.slug}?type=${card.location.mobileOrStudio}`}>
                  {card.name}
                </Link>
                <p className="small muted">{time ? t('card.for.time', { people, time }) : t('card.for', { people })}</p>
                <p className="small muted">{planText(card.plan, card.location.mobileOrStudio, search)}</p>
                <Link className="small" to={elsewhere}>
                  {t('pair.see', { people })}
                </Link>
              </div>
              <div className={styles.price}>
                <span className="number">{formatMoney(card.price ?? 0, card.currency)}</span>
                {card.status === 'offered' && (
                  <Link
                    className={getButtonClasses({ kind: 'jade', size: 'small' })}
                    to={`/book/${search.id}/@/${card.slug}?type=${card.location.mobileOrStudio}`}>
                    {t('card.book')}
                    <span className="visually-hidden">{`, ${card.name}`}</span>
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {pair && (
        <p className={styles.total}>
          <span className="bold">{t('pair.total')}</span>
          <span className="number">{formatMoney(totalOf(pair), pair[0].currency)}</span>
        </p>
      )}
    </section>
  )
}
