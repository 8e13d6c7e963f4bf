import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { distance, money } from '#contract/format.ts'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { readyByOf } from '#web/search/quotes/quote-phrases.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** The artist of the chosen pin, over the foot of the map. */
export function MapCard({ card, page }: { card: Card; page: QuotesPage }) {
  const readyBy = readyByOf(page.search)
  return (
    <Link
      className="cardx row g16 map-card"
      to={`/quotes/${page.search.id}/@/${card.slug}?type=${card.location.mobileOrStudio}`}>
      <Pan src={card.coverImg.src} alt="" width={96} height={76} />
      <div className="grow">
        <div className="row g6">
          <b className="title">{card.name}</b>
          {card.verified && <BadgeCheck className="i ver" role="img" aria-label="Identity verified" />}
        </div>
        <div className="row g8 small mut wrapx">
          <Rating rating={card.rating} reviews={card.totalReviews} none="New on Primp" />
          <span>{`${card.location.area}, ${distance(card.distance.metres, page.search.countryCode)}`}</span>
        </div>
        {card.status && <StatusBadge status={card.status} />}
      </div>
      {card.price !== null && (
        <div className="stack s4 map-price">
          <span className="num">{money(card.price, card.currency)}</span>
          {readyBy && <span className="micro mut">{`ready by ${readyBy}`}</span>}
        </div>
      )}
    </Link>
  )
}
