import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { say } from '#contract/words.ts'
import { distance, money } from '#contract/format.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { readyByOf } from '#web/search/quotes/quote-phrases.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import { pageWords } from '#web/platform/page-words.ts'
import { compareWords } from '#web/search/compare/compare-words.ts'
import quotesStyles from '#web/search/quotes.module.css'
import styles from './map-card.module.css'

/** The artist of the chosen pin, over the foot of the map. */
export function MapCard({ card, page }: { card: Card; page: QuotesPage }) {
  const readyBy = readyByOf(page.search)
  return (
    <Link
      className={classes('card row gap-16', quotesStyles.mapCard)}
      to={`/quotes/${page.search.id}/@/${card.slug}?type=${card.location.mobileOrStudio}`}>
      <Pan className={quotesStyles.frame} src={card.coverImg.src} alt="" width={96} height={76} />
      <div className="grow">
        <div className="row gap-6">
          <b className="title">{card.name}</b>
          {card.verified && <BadgeCheck className="icon verified" role="img" aria-label={pageWords['word.verified']} />}
        </div>
        <div className="row gap-8 small muted wrapping">
          <Rating rating={card.rating} reviews={card.totalReviews} />
          <span>{`${card.location.area}, ${distance(card.distance.metres, page.search.countryCode)}`}</span>
        </div>
        {card.status && <StatusBadge className={quotesStyles.badge} status={card.status} />}
      </div>
      {card.price !== null && (
        <div className={classes('stack gap-4', styles.mapPrice)}>
          <span className="number">{money(card.price, card.currency)}</span>
          {readyBy && <span className="micro muted">{say(compareWords['map.readyBy'], { time: readyBy })}</span>}
        </div>
      )}
    </Link>
  )
}
