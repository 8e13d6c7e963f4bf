import { countOf } from '#contract/i18n/counts.ts'
import { Star } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { customerMessages } from '#web/accounts/dashboard/customer-top.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { reviewMessages } from '#web/reviews/messages.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { formatEventDay, formatReady, getFirstName } from './booking-phrases.ts'
import styles from './booking-rows.module.css'
import bookingStyles from './booking.module.css'
import { StateBadge } from './state-badge.tsx'

const r = createTranslator(reviewMessages)

type Reviewable = Pick<
  AppointmentSummary,
  'id' | 'state' | 'endsAt' | 'reviewed' | 'provider' | 'countryCode' | 'event' | 'eventDate'
>

export const isToReview = (booking: Reviewable): boolean =>
  !booking.reviewed &&
  (booking.state === 'completed' || (booking.state === 'booked' && Date.parse(booking.endsAt) < Date.now()))

/** Returns a function that opens a booking's review, optionally with a score. */
function useReview({ id }: Pick<Reviewable, 'id'>) {
  const navigate = useNavigate()
  const { pending, run } = useForm({ toasts: true })
  const open = async (score?: number) => {
    const done = await run(() => browserApi().reviews.link({ appointmentId: id }), { staysPending: true })
    if (done) await navigate(score ? `${done.answer.path}?score=${score}` : done.answer.path)
  }
  return { pending, open }
}

function ReviewButton({ booking }: { booking: AppointmentSummary }) {
  const t = createTranslator(customerMessages, booking.countryCode)
  const { pending, open } = useReview(booking)
  return (
    <Button size="small" loading={pending} onClick={() => open()}>
      {t('customerDashboard.past.review', { firstName: getFirstName(booking.provider.name) })}
    </Button>
  )
}

/** Asks for a review of the last booking; a star opens it with that score. */
export function ReviewPrompt({ booking }: { booking: Reviewable }) {
  const t = createTranslator(customerMessages, booking.countryCode)
  const { pending, open } = useReview(booking)
  return (
    <TitledCard title={t('customerDashboard.review.title', { firstName: getFirstName(booking.provider.name) })}>
      <div className="row gap-16">
        <Avatar size={48} src={booking.provider.profileImg.src} alt="" />
        <div className="can-shrink">
          <b className="title">{booking.provider.name}</b>
          <p className="small muted">
            {t('customerDashboard.review.text', { event: booking.event, date: formatEventDay(booking) })}
          </p>
        </div>
      </div>
      <div className={styles.stars} role="group" aria-label={r('review.score')} aria-busy={pending || undefined}>
        {([1, 2, 3, 4, 5] as const).map((n) => (
          <button
            key={n}
            type="button"
            className={joinClasses(buttonStyles.iconButton, styles.star)}
            disabled={pending}
            aria-label={r(`review.score.${n}`)}
            onClick={() => open(n)}>
            <Star className="icon" aria-hidden="true" />
          </button>
        ))}
      </div>
    </TitledCard>
  )
}

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
                {[booking.event, formatEventDay(booking), formatReady(booking), countOf('people', booking.people)]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
          </div>
          <div className="row gap-8 wrapping">
            <span className={styles.state}>
              <StateBadge booking={booking} side="customer" />
            </span>
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
  // The badge already says that a reported problem is being looked into.
  if (booking.waits && booking.waits !== 'problem')
    return (
      <ButtonLink size="small" to={booking.waits === 'rescue' ? `/book/rescue/${booking.id}` : path}>
        {t(`customerDashboard.waits.${booking.waits}`)}
      </ButtonLink>
    )
  if (!past || booking.waits === 'problem')
    return (
      <ButtonLink kind="secondary" size="small" to={path}>
        {t('customerDashboard.past.open')}
      </ButtonLink>
    )
  return (
    <>
      {isToReview(booking) && <ReviewButton booking={booking} />}
      <ButtonLink kind="secondary" size="small" to={`${path}#again`}>
        {t('customerDashboard.past.again')}
      </ButtonLink>
    </>
  )
}
