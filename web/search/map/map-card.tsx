import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { say } from '#contract/words.ts'
import { inFrame } from '#contract/pictures/drawn.ts'
import { money } from '#contract/format.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { readyByOf } from '#web/search/quotes/quote-phrases.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import { pageWords } from '#web/platform/page-words.ts'
import { compareWords } from '#web/search/compare/compare-words.ts'
import styles from './map-card.module.css'

/** One artist in the row of previews over the foot of the map. */
export function MapCard({ card, page, shown }: { card: Card; page: QuotesPage; shown: boolean }) {
  const readyBy = readyByOf(page.search)
  return (
    <Link
      className={classes('card row', styles.preview, shown && styles.shown)}
      data-card={card._id}
      to={`/quotes/${page.search.id}/@/${card.slug}?type=${card.location.mobileOrStudio}`}>
      <Pan className={styles.frame} src={inFrame(card.coverImg.src, 'square')} alt="" width={96} height={96} />
      <div className={classes('grow', styles.about)}>
        <div className="row gap-6">
          <b className="title">{card.name}</b>
          {card.verified && <BadgeCheck className="icon verified" role="img" aria-label={pageWords['word.verified']} />}
        </div>
        <div className="row gap-8 small muted wrapping">
          <Rating rating={card.rating} reviews={card.totalReviews} />
          <span>{card.location.area}</span>
        </div>
        {card.status && <StatusBadge className={styles.badge} status={card.status} />}
        {card.price !== null && (
          <div className={styles.price}>
            <span className="number">{money(card.price, card.currency)}</span>
            {readyBy && <span className="micro muted">{say(compareWords['map.readyBy'], { time: readyBy })}</span>}
          </div>
        )}
      </div>
    </Link>
  )
}
