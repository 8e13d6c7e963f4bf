import { useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getSuggestedTips, MOST_TIP } from '#contract/billing/tips.ts'
import { formatMoney, toMinor } from '#contract/money.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { formatAmount, getBookingTranslator, getFirstName } from '#web/appointments/booking-phrases.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { ActKeys } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

type Props = { appointment: Appointment; onPaid: () => void }

/** A tip after the appointment: suggested or own amount, and card. */
export function TipCard({ appointment, onPaid }: Props) {
  const t = getBookingTranslator(appointment)
  const { currency, countryCode, total, provider } = appointment
  const offered = getSuggestedTips(toMinor(total))
  const [chosen, setChosen] = useState<number | 'other' | null>(null)
  const [typed, setTyped] = useState('')
  const [keys] = useState(() => new ActKeys())
  const [error, setError] = useState<string>()
  const own = readNumber(typed) ?? 0
  const amount = chosen === 'other' ? own : chosen
  const firstName = getFirstName(provider.name)
  const asMoney = (n: number) => formatMoney(n, currency)

  const wrong = (): string | undefined => {
    if (chosen !== 'other') return undefined
    if (own < 1) return t('tip.wrong', { least: asMoney(1) })
    return own > MOST_TIP ? t('tip.most', { most: asMoney(MOST_TIP) }) : undefined
  }
  const open = async (): Promise<PaymentView | null> => {
    const said = wrong()
    setError(said)
    if (said || amount === null) return null
    const { payment } = await browserApi().bookings.createTip({ appointmentId: appointment.id, amount }, { key: keys })
    keys.done()
    return payment
  }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="tip">
      <h2 className="heading-3" id="tip">
        {t('tip.title', { firstName })}
      </h2>
      <p>{t('tip.text', { firstName })}</p>
      <fieldset className="stack">
        <legend className="visually-hidden">{t('tip.amount')}</legend>
        <div className="row gap-24 wrapping">
          {offered.map((one) => (
            <Radio key={one} name="tip" checked={chosen === one} onChange={() => setChosen(one)}>
              {asMoney(one)}
            </Radio>
          ))}
        </div>
        <Radio name="tip" checked={chosen === 'other'} onChange={() => setChosen('other')}>
          {t('tip.other')}
        </Radio>
      </fieldset>
      {chosen === 'other' && (
        <NumberField
          label={t('tip.amount')}
          name="tip-amount"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setError(undefined)
          }}
          error={error}
        />
      )}
      {chosen !== null && (
        <PayForm
          country={countryCode}
          amount={amount ?? 0}
          currency={currency}
          email={appointment.payments[0]?.email ?? ''}
          label={amount ? t('tip.pay', { tip: formatAmount(amount, appointment) }) : t('tip.pay.empty')}
          open={open}
          onDone={onPaid}
        />
      )}
    </section>
  )
}
