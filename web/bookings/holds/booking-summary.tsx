import { BadgeCheck, Calendar, Clock3, MapPin, ShieldCheck, Users } from 'lucide-react'
import type { Card, LockedQuote } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { clock, zonedTime } from '#contract/format.ts'
import { counted, reader } from '#contract/words.ts'
import { LockedPrice } from '#web/providers/price-card.tsx'
import { dayOf, peopleIn, placeAndTown, readyByOf } from '#web/search/quotes/quote-phrases.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { bookWords } from '#web/bookings/words.ts'

/** What is being booked: who, when, where, for whom, and every line of the price. */
export function BookingSummary({ card, locked, search }: { card: Card; locked: LockedQuote; search: SavedSearch }) {
  const t = reader(bookWords, search.countryCode)
  const firstName = card.name.split(' ')[0] ?? card.name
  const { plan } = locked
  const at = plan && clock(zonedTime(locked.mode === 'studio' ? plan.startAt : plan.arriveAt, plan.timeZone))
  const readyBy = plan?.readyBy ? clock(zonedTime(plan.readyBy, plan.timeZone)) : readyByOf(search)
  return (
    <>
      <div className="cardx p24 stack">
        <h2 className="sr">{t('book.summary.title')}</h2>
        <div className="row g16">
          <Pan src={card.coverImg.src} alt="" width={88} height={72} className="book-cover" />
          <div className="grow">
            <div className="row g6">
              <b className="title">{card.name}</b>
              {card.verified && <BadgeCheck className="i ver" role="img" aria-label="Identity verified" />}
            </div>
            <div className="small mut">
              <Rating rating={card.rating} reviews={card.totalReviews} none="New on Primp" />
            </div>
          </div>
        </div>
        <hr className="hr" />
        <ul className="stack s8 small plain-list">
          <li className="row g8">
            <Calendar className="i" aria-hidden="true" />
            {dayOf(search)}
          </li>
          <li className="row g8">
            <Clock3 className="i" aria-hidden="true" />
            <span>
              {readyBy && <b className="b">{t('book.summary.ready', { time: readyBy })}</b>}
              {readyBy && at && <br />}
              {at &&
                t(locked.mode === 'studio' ? 'book.summary.studio' : 'book.summary.start', { firstName, clock: at })}
            </span>
          </li>
          <li className="row g8">
            <MapPin className="i" aria-hidden="true" />
            {locked.mode === 'studio' ? card.location.area : placeAndTown(search)}
          </li>
          <li className="row g8">
            <Users className="i" aria-hidden="true" />
            {`${counted(peopleIn(search), 'person', 'people')}, ${counted(card.artists, 'artist', 'artists')}`}
          </li>
        </ul>
        <hr className="hr" />
        <LockedPrice locked={locked} people={peopleIn(search)} name={card.name} country={search.countryCode} />
      </div>
      {card.verified && (
        <p className="note info">
          <ShieldCheck className="i" aria-hidden="true" />
          <span>{t('book.verified', { firstName })}</span>
        </p>
      )}
    </>
  )
}
