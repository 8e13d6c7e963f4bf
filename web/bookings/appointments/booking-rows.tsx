import { Link } from 'react-router'
import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import { formatCount, createTranslator } from '#contract/words.ts'
import { customerMessages } from '#web/accounts/dashboard/customer-top.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { formatEventDay, formatReady } from '#web/bookings/booking-phrases.ts'
import { isToReview, ReviewButton } from './review-prompt.tsx'
import { StateBadge } from './state-badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import bookingStyles from '#web/bookings/booking.module.css'

/** Bookings as rows: who, when, how it stands, and the one thing to do next. */
export function BookingRows({ bookings, past }: { bookings: readonly AppointmentSummary[]; past?: boolean }) {
  return (
    <ul className={joinClasses('stack', bookingStyles.bookingRows)}>
      {bookings.map((booking) => (
        <li key={booking.id} className="card pad-24 row space-between wrapping gap-16">
          <div className="row gap-16 can-shrink">
            <Avatar size={48} src={booking.provider.profileImg.src} alt={booking.provider.profileImg.alt} />
            <div className="can-shrink">
              <Link className="title" to={`/customer-dashboard/bookings/${booking.id}`}>
                {booking.provider.name}
              </Link>
              <p className="small muted">
                {[
                  booking.event,
                  formatEventDay(booking),
                  formatReady(booking),
                  formatCount(booking.people, 'person', 'people'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
          </div>
          <div className="row gap-8 wrapping">
            <StateBadge booking={booking} side="customer" />
            <RowAct booking={booking} past={past ?? false} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function RowAct({ booking, past }: { booking: AppointmentSummary; past: boolean }) {
  const t = createTranslator(customerMessages, booking.countryCode)
  const path = `/customer-dashboard/bookings/${booking.id}`
  if (booking.waits)
    return (
      <ButtonLink size="small" to={booking.waits === 'rescue' ? `/book/rescue/${booking.id}` : path}>
        {t(`cd.waits.${booking.waits}`)}
      </ButtonLink>
    )
  if (!past)
    return (
      <ButtonLink kind="secondary" size="small" to={path}>
        {t('cd.past.open')}
      </ButtonLink>
    )
  return (
    <>
      {isToReview(booking) && <ReviewButton booking={booking} />}
      <ButtonLink kind="secondary" size="small" to={`/@/${booking.provider.slug}`}>
        {t('cd.past.again')}
      </ButtonLink>
    </>
  )
}
