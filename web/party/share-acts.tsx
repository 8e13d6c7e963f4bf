import { CalendarPlus, Printer, Share2 } from 'lucide-react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import {
  formatClockIn,
  formatEventDay,
  formatReady,
  getBookingTranslator,
  getFirstName,
} from '#web/appointments/booking-phrases.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { Button, type ButtonKind, getButtonClasses } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

type Seen = Pick<
  Appointment,
  'state' | 'countryCode' | 'timeZone' | 'eventDate' | 'startsAt' | 'endsAt' | 'readyAt' | 'shareKey' | 'provider'
>

export function ShareActs({
  appointment,
  kinds = ['search', 'ghost', 'ghost'],
}: {
  appointment: Seen
  kinds?: readonly [ButtonKind, ButtonKind, ButtonKind]
}) {
  const t = getBookingTranslator(appointment)
  const size = 'normal' as const
  const parts = bookingParts[getBookingStage(appointment)]
  if (!parts.calendarLink && !parts.share && !parts.print) return null
  const share = async () => {
    const link = `${location.origin}/book/day/${appointment.shareKey}`
    const text = t('done.share.text', {
      firstName: getFirstName(appointment.provider.name),
      date: formatEventDay(appointment),
      clock: formatClockIn(appointment.startsAt, appointment.timeZone),
      time: formatReady(appointment),
      link,
    })
    if (navigator.share) {
      await navigator.share({ text, url: link }).catch(() => {})
      return
    }
    await navigator.clipboard.writeText(text)
    showToast('success', t('done.share.copied'))
  }
  return (
    <div className="row gap-8 wrapping no-print">
      {parts.calendarLink && (
        <a
          className={
            kinds[0] === 'search' ? getButtonClasses({ kind: 'search' }) : getButtonClasses({ kind: 'secondary' })
          }
          href={`/v1/run-sheets/${appointment.shareKey}/calendar.ics`}
          download>
          <CalendarPlus className="icon" aria-hidden="true" />
          {t('done.calendar')}
        </a>
      )}
      {parts.share && (
        <Button kind={kinds[1]} size={size} onClick={share}>
          <Share2 className="icon" aria-hidden="true" />
          {t('done.share')}
        </Button>
      )}
      {parts.print && (
        <Button kind={kinds[2]} size={size} onClick={() => window.print()}>
          <Printer className="icon" aria-hidden="true" />
          {t('done.print')}
        </Button>
      )}
    </div>
  )
}
