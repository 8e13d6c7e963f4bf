import { useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { formatAmount, formatEventMoment, getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ActKeys } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'

/** The part of the deposit that is charged 60 days before the start: its date, and its payment by hand. */
export function LaterDeposit({ appointment, onPaid }: { appointment: Appointment; onPaid?: () => void }) {
  const t = getBookingTranslator(appointment)
  const [paying, setPaying] = useState(false)
  const [keys] = useState(() => new ActKeys())
  const { laterDeposit: later, state, side } = appointment
  if (!later || later.state === 'paid' || later.amount <= 0 || state !== 'booked') return null
  const amount = formatAmount(later.amount, appointment)
  const said = { amount, date: formatEventMoment(later.payUntil ?? later.dueAt, appointment) }
  const mustPay = later.state !== 'due'
  return (
    <>
      <p className={mustPay ? 'bold' : undefined}>
        {t(side === 'customer' ? `laterDeposit.${later.state}` : `laterDeposit.other.${later.state}`, said)}
      </p>
      {later.consentText && <p className="small muted">{t('laterDeposit.consent', { text: later.consentText })}</p>}
      {appointment.may.payLaterDeposit &&
        onPaid &&
        (paying || mustPay ? (
          <PayForm
            country={appointment.countryCode}
            amount={later.amount}
            currency={appointment.currency}
            email={appointment.payments[0]?.email ?? ''}
            label={t('laterDeposit.pay', { amount })}
            open={async (): Promise<PaymentView> => {
              const { payment } = await browserApi().bookings.payLaterDeposit(
                { appointmentId: appointment.id },
                { key: keys },
              )
              keys.done()
              return payment
            }}
            onDone={onPaid}
          />
        ) : (
          <Button kind="secondary" onClick={() => setPaying(true)}>
            {t('laterDeposit.now')}
          </Button>
        ))}
    </>
  )
}
