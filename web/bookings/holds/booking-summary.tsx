import { setPictureFrame } from '#contract/pictures/drawn.ts'
import { BadgeCheck, Calendar, Clock3, MapPin, ShieldCheck, Users } from 'lucide-react'
import type { Card, LockedQuote } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { formatClock, zonedTime } from '#contract/format.ts'
import { formatCount, createTranslator } from '#contract/words.ts'
import { LockedPrice } from '#web/providers/price-card.tsx'
import {
  formatQuoteDay,
  countSearchPeople,
  formatPlaceAndTown,
  formatReadyBy,
} from '#web/search/quotes/quote-phrases.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { bookMessages } from '#web/bookings/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import styles from './booking-summary.module.css'
import noteStyles from '#web/ui/note.module.css'

/** What is being booked: who, when, where, for whom, and every line of the price. */
export function BookingSummary({ card, locked, search }: { card: Card; locked: LockedQuote; search: SavedSearch }) {
  const t = createTranslator(bookMessages, search.countryCode)
  const firstName = card.name.split(' ')[0] ?? card.name
  const { plan } = locked
  const at = plan && formatClock(zonedTime(locked.mode === 'studio' ? plan.startAt : plan.arriveAt, plan.timeZone))
  const readyBy = plan?.readyBy ? formatClock(zonedTime(plan.readyBy, plan.timeZone)) : formatReadyBy(search)
  return (
    <>
      <div className="card pad-24 stack">
        <h2 className="visually-hidden">{t('book.summary.title')}</h2>
        <div className="row gap-16">
          <Pan
            src={setPictureFrame(card.coverImg.src, 'square')}
            alt=""
            width={88}
            height={72}
            className={styles.bookCover}
          />
          <div className="grow">
            <div className="row gap-6">
              <b className="title">{card.name}</b>
              {card.verified && (
                <BadgeCheck className="icon verified" role="img" aria-label={pageMessages['word.verified']} />
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
            {formatQuoteDay(search)}
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
            {locked.mode === 'studio' ? card.location.area : formatPlaceAndTown(search)}
          </li>
          <li className="row gap-8">
            <Users className="icon" aria-hidden="true" />
            {`${formatCount(countSearchPeople(search), 'person', 'people')}, ${formatCount(card.artists, 'artist', 'artists')}`}
          </li>
        </ul>
        <hr className="divider" />
        <LockedPrice locked={locked} people={countSearchPeople(search)} name={card.name} country={search.countryCode} />
      </div>
      {card.verified && (
        <p className={joinClasses(noteStyles.note, noteStyles.info)}>
          <ShieldCheck className="icon" aria-hidden="true" />
          <span>{t('book.verified', { firstName })}</span>
        </p>
      )}
    </>
  )
}
