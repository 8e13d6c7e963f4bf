import { countOf } from '#contract/i18n/counts.ts'
import { MessageCircle } from 'lucide-react'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import { formatMoney, markets } from '#contract/format.ts'
import type { Picture as Look } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { customerMessages } from '#web/accounts/dashboard/customer-top.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { countDaysUntil, formatClockIn, formatEventDay, formatReady, getFirstName } from './booking-phrases.ts'
import styles from './next-booking.module.css'
import { StateBadge } from './state-badge.tsx'

/** The next booking: day, countdown, arrival and amount left to pay. */
export function NextBooking({
  booking,
  looks,
  conversationId,
  expected = null,
}: {
  booking: AppointmentSummary
  looks: readonly Look[]
  conversationId: string | null
  /** The arrival by the updates of the day, and a title if they contradict what was agreed. */
  expected?: { title: string | null; arriveAt: string } | null
}) {
  const t = createTranslator(customerMessages, booking.countryCode)
  const days = countDaysUntil(booking)
  const path = `/customer-dashboard/bookings/${booking.id}`
  const said = { date: formatEventDay(booking), time: formatReady(booking) }
  return (
    <section className={joinClasses('card', styles.nextBooking)} aria-labelledby="next-booking">
      <div className={joinClasses('stack', styles.nextWords)}>
        <div className="row space-between">
          <p className="small muted">{t('customerDashboard.next')}</p>
          <StateBadge booking={booking} side="customer" />
        </div>
        <h2 className="heading-1" id="next-booking">
          {expected?.title ??
            t(booking.readyAt ? 'customerDashboard.next.title' : 'customerDashboard.next.title.start', said)}
        </h2>
        <p className="muted">
          {t('customerDashboard.next.with', {
            event: booking.event,
            place: booking.place.split(',')[0] ?? booking.place,
            artists: new Intl.ListFormat(markets[booking.countryCode].locale).format(booking.provider.artists),
            people: countOf('people', booking.people),
          })}
        </p>
        <dl className={joinClasses('row wrapping', styles.nextFacts)}>
          <div>
            <dt className={days > 0 ? 'small muted' : 'visually-hidden'}>
              {days > 0 ? t('customerDashboard.next.days.unit', { n: days }) : t('customerDashboard.next.day')}
            </dt>
            <dd className="number">{days <= 0 ? t('customerDashboard.next.today') : days}</dd>
          </div>
          <div>
            <dt className="small muted">{t('customerDashboard.next.arrive')}</dt>
            <dd className="number">{formatClockIn(expected?.arriveAt ?? booking.startsAt, booking.timeZone)}</dd>
          </div>
          {!booking.balancePaid && booking.balance > 0 && (
            <div>
              <dt className="small muted">{t('customerDashboard.next.balance')}</dt>
              <dd className="number">{formatMoney(booking.balance, booking.currency)}</dd>
            </div>
          )}
        </dl>
        <div className="row gap-8 wrapping">
          <ButtonLink to={`${path}#sheet`}>{t('customerDashboard.next.sheet')}</ButtonLink>
          {conversationId && (
            <ButtonLink kind="secondary" to={`/customer-dashboard/messages/${conversationId}`}>
              <MessageCircle className="icon" aria-hidden="true" />
              {t('customerDashboard.next.message', { firstName: getFirstName(booking.provider.name) })}
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" to={path}>
            {t('customerDashboard.next.change')}
          </ButtonLink>
        </div>
      </div>
      <div className={joinClasses(styles.nextArt, looks.length >= 3 && styles.several)} aria-hidden="true">
        {(looks.length < 3 ? [booking.provider.profileImg] : looks.slice(0, 3)).map(({ src }) => (
          <div key={src}>
            <Picture src={src} alt="" width={480} height={480} />
          </div>
        ))}
      </div>
    </section>
  )
}
