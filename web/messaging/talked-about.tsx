import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import { money } from '#contract/format.ts'
import type { Conversation } from '#contract/messaging/messages.ts'
import { counted, reader } from '#contract/words.ts'
import { clockIn, dayText, readyText } from '#web/bookings/booking-phrases.ts'
import { StateBadge } from '#web/bookings/appointments/state-badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { dayLine } from './phrases.ts'
import { messageWords } from './words.ts'
import styles from './talked-about.module.css'

const t = reader(messageWords)

/** What a conversation is about, beside it where there is room: the booking of the two, or the day that was asked for. */
export function TalkedAbout({
  conversation,
  booking,
}: {
  conversation: Conversation
  booking: AppointmentSummary | null
}) {
  const { side } = conversation
  const facts: (readonly [label: string, text: string])[] = booking
    ? [
        [t('msg.booking.when'), dayText(booking)],
        [t('msg.booking.arrive'), clockIn(booking.startsAt, booking.timeZone)],
        [t('msg.booking.ready'), readyText(booking)],
        [t('msg.booking.where'), booking.place.split(',')[0] ?? booking.place],
        [t('msg.booking.who'), counted(booking.people, 'person', 'people')],
        side === 'provider' && booking.earnings !== null
          ? [t('msg.booking.earnings'), money(booking.earnings, booking.currency)]
          : [t('msg.booking.total'), money(booking.total, booking.currency)],
      ]
    : !conversation.eventDate
      ? []
      : [
          [t('msg.booking.when'), dayLine(conversation.eventDate)],
          [t('msg.booking.where'), conversation.place.split(',')[0] ?? conversation.place],
        ]
  if (facts.length === 0) return null
  return (
    <aside className={styles.about} aria-label={t('msg.booking')}>
      <TitledCard
        title={booking ? booking.event || t('msg.booking') : t('msg.booking.none')}
        beside={booking && <StateBadge booking={booking} side={side} />}>
        <dl className={styles.facts}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt className="small muted">{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {booking && (
          <ButtonLink
            kind="secondary"
            to={
              side === 'provider'
                ? `/dashboard/appointments/${booking.id}`
                : `/customer-dashboard/bookings/${booking.id}`
            }>
            {t('msg.booking.open')}
          </ButtonLink>
        )}
      </TitledCard>
    </aside>
  )
}
