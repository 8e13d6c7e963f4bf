import { inFrame } from '#contract/pictures/drawn.ts'
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
import { classes } from '#web/ui/class-names.ts'
import { pageWords } from '#web/platform/page-words.ts'
import styles from './booking-summary.module.css'
import noteStyles from '#web/ui/note.module.css'

/** What is being booked: who, when, where, for whom, and every line of the price. */
export function BookingSummary({ card, locked, search }: { card: Card; locked: LockedQuote; search: SavedSearch }) {
  const t = reader(bookWords, search.countryCode)
  const firstName = card.name.split(' ')[0] ?? card.name
  const { plan } = locked
  const at = plan && clock(zonedTime(locked.mode === 'studio' ? plan.startAt : plan.arriveAt, plan.timeZone))
  const readyBy = plan?.readyBy ? clock(zonedTime(plan.readyBy, plan.timeZone)) : readyByOf(search)
  return (
    <>
      <div className="card pad-24 stack">
        <h2 className="visually-hidden">{t('book.summary.title')}</h2>
        <div className="row gap-16">
          <Pan src={inFrame(card.coverImg.src, 'square')} alt="" width={88} height={72} className={styles.bookCover} />
          <div className="grow">
            <div className="row gap-6">
              <b className="title">{card.name}</b>
              {card.verified && (
                <BadgeCheck className="icon verified" role="img" aria-label={pageWords['word.verified']} />
              )}
            </div>
            <div className="small muted">
              <Rating rating={card.rating} reviews={card.totalReviews} />
            </div>
          </div>
        </div>
        <hr className="divider" />
        <ul className="stack gap-8 small">
          <li className="row gap-8">
            <Calendar className="icon" aria-hidden="true" />
            {dayOf(search)}
          </li>
          <li className="row gap-8">
            <Clock3 className="icon" aria-hidden="true" />
            <span>
              {readyBy && <b className="bold">{t('book.summary.ready', { time: readyBy })}</b>}
              {readyBy && at && <br />}
              {at &&
                t(locked.mode === 'studio' ? 'book.summary.studio' : 'book.summary.start', { firstName, clock: at })}
            </span>
          </li>
          <li className="row gap-8">
            <MapPin className="icon" aria-hidden="true" />
            {locked.mode === 'studio' ? card.location.area : placeAndTown(search)}
          </li>
          <li className="row gap-8">
            <Users className="icon" aria-hidden="true" />
            {`${counted(peopleIn(search), 'person', 'people')}, ${counted(card.artists, 'artist', 'artists')}`}
          </li>
        </ul>
        <hr className="divider" />
        <LockedPrice locked={locked} people={peopleIn(search)} name={card.name} country={search.countryCode} />
      </div>
      {card.verified && (
        <p className={classes(noteStyles.note, noteStyles.info)}>
          <ShieldCheck className="icon" aria-hidden="true" />
          <span>{t('book.verified', { firstName })}</span>
        </p>
      )}
    </>
  )
}
