import { useId, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatMoney, toHundredths } from '#contract/format.ts'
import { type GoodwillWay, goodwillWays } from '#contract/operator/booking-acts.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { ActDialog, bookingActMessages } from './act-dialog.tsx'

const t = createTranslator(bookingActMessages)

interface GoodwillProps {
  appointment: Appointment
  open: boolean
  onClose: () => void
}

export const getMaxGoodwill = ({ paid, refunded }: Pick<Appointment, 'paid' | 'refunded'>): number =>
  toHundredths(paid - refunded)

export function GoodwillDialog({ appointment, open, onClose }: GoodwillProps) {
  const [typed, setTyped] = useState('')
  const [as, setAs] = useState<GoodwillWay>('card')
  const id = useId()
  const isOfPartner = getRefundMethod(appointment.payments).startsWith('partner')
  const most = getMaxGoodwill(appointment)
  const shown = (amount: number) => formatMoney(amount, appointment.currency, { decimals: 'always', mixed: true })
  const amount = readNumber(typed) ?? 0
  const asked = { appointmentId: appointment.id, amount, as }
  const wrong = (): Errors =>
    amount > 0 && amount <= most ? {} : { amount: t('operator.goodwill.amount.error', { most: shown(most) }) }
  return (
    <ActDialog
      appointment={appointment}
      title={t('operator.goodwill.title')}
      text={t('operator.goodwill.text')}
      open={open}
      onClose={onClose}
      fields={(errors) => (
        <>
          <NumberField
            label={t('operator.goodwill.amount')}
            hint={t('operator.goodwill.amount.hint', { most: shown(most) })}
            name="amount"
            value={typed}
            error={errors['amount'] ?? null}
            onChange={setTyped}
          />
          {isOfPartner ? (
            <p>{t('operator.goodwill.as.partner')}</p>
          ) : (
            <fieldset className="stack gap-4">
              <legend className="field-label">{t('operator.goodwill.as')}</legend>
              {goodwillWays.map((way) => (
                <Radio key={way} name={id} value={way} checked={as === way} onChange={() => setAs(way)}>
                  {t(`operator.goodwill.as.${way}`)}
                </Radio>
              ))}
            </fieldset>
          )}
        </>
      )}
      wrong={wrong}
      preview={(reason) => browserApi().operatorBookings.previewGoodwill({ ...asked, reason })}
      act={(said, key) => browserApi().operatorBookings.goodwill({ ...asked, ...said }, { key })}
      label={t('operator.goodwill.act', { amount: shown(amount) })}
      undo={t(as === 'credit' ? 'operator.goodwill.undo.credit' : 'operator.act.noUndo')}
      onDone={() => {
        setTyped('')
        setAs('card')
      }}
    />
  )
}
