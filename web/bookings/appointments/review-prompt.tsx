import { useNavigate } from 'react-router'
import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import { reader } from '#contract/words.ts'
import { customerWords } from '#web/accounts/dashboard/dashboard-words.ts'
import { dayText, firstNameOf } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'

/** Whether a booking took place and nobody has said how it was. */
export const isToReview = (booking: AppointmentSummary): boolean =>
  !booking.reviewed &&
  (booking.state === 'completed' || (booking.state === 'booked' && Date.parse(booking.endsAt) < Date.now()))

/** Leads to the review of a booking. */
export function ReviewButton({ booking }: { booking: AppointmentSummary }) {
  const t = reader(customerWords, booking.countryCode)
  const navigate = useNavigate()
  const { waiting, run } = useAct({ toasts: true })
  const open = async () => {
    const done = await run(() => browserApi().reviews.link({ appointmentId: booking.id }), { leaves: true })
    if (done) await navigate(done.answer.path)
  }
  return (
    <Button size="small" loading={waiting} onClick={open}>
      {t('cd.past.review', { firstName: firstNameOf(booking.provider.name) })}
    </Button>
  )
}

/** Asks how the last booking was that nobody has said anything of. */
export function ReviewPrompt({ booking }: { booking: AppointmentSummary }) {
  const t = reader(customerWords, booking.countryCode)
  return (
    <TitledCard title={t('cd.review.title', { firstName: firstNameOf(booking.provider.name) })}>
      <div className="row gap-16">
        <Avatar size={48} src={booking.provider.profileImg.src} alt="" />
        <div className="can-shrink">
          <b className="title">{booking.provider.name}</b>
          <p className="small muted">{t('cd.review.text', { event: booking.event, date: dayText(booking) })}</p>
        </div>
      </div>
      <div>
        <ReviewButton booking={booking} />
      </div>
    </TitledCard>
  )
}
