import { Star } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import { createTranslator } from '#contract/words.ts'
import { customerMessages } from '#web/accounts/dashboard/customer-top.tsx'
import { formatEventDay, getFirstName } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { reviewMessages } from '#web/reviews/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import buttonStyles from '#web/ui/button.module.css'
import styles from './review-prompt.module.css'

const r = createTranslator(reviewMessages)

/** Whether a booking took place and nobody has said how it was. */
export const isToReview = (booking: AppointmentSummary): boolean =>
  !booking.reviewed &&
  (booking.state === 'completed' || (booking.state === 'booked' && Date.parse(booking.endsAt) < Date.now()))

/** Opens the review of a booking, with a score where one was pressed. */
function useReview({ id }: AppointmentSummary) {
  const navigate = useNavigate()
  const { pending, run } = useForm({ toasts: true })
  const open = async (score?: number) => {
    const done = await run(() => browserApi().reviews.link({ appointmentId: id }), { staysPending: true })
    if (done) await navigate(score ? `${done.answer.path}?score=${score}` : done.answer.path)
  }
  return { pending, open }
}

/** Leads to the review of a booking. */
export function ReviewButton({ booking }: { booking: AppointmentSummary }) {
  const t = createTranslator(customerMessages, booking.countryCode)
  const { pending, open } = useReview(booking)
  return (
    <Button size="small" loading={pending} onClick={() => open()}>
      {t('cd.past.review', { firstName: getFirstName(booking.provider.name) })}
    </Button>
  )
}

/** Asks how the last booking was that nobody has said anything of; a star leads to its review with that score. */
export function ReviewPrompt({ booking }: { booking: AppointmentSummary }) {
  const t = createTranslator(customerMessages, booking.countryCode)
  const { pending, open } = useReview(booking)
  return (
    <TitledCard title={t('cd.review.title', { firstName: getFirstName(booking.provider.name) })}>
      <div className="row gap-16">
        <Avatar size={48} src={booking.provider.profileImg.src} alt="" />
        <div className="can-shrink">
          <b className="title">{booking.provider.name}</b>
          <p className="small muted">{t('cd.review.text', { event: booking.event, date: formatEventDay(booking) })}</p>
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
