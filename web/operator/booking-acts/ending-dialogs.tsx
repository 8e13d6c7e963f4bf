import { useId, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { ActDialog, bookingActMessages } from './act-dialog.tsx'
import { formatMoney, toHundredths } from '#contract/format.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import { type GoodwillWay, goodwillWays } from '#contract/operator/booking-acts.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

const t = createTranslator(bookingActMessages)
const api = () => browserApi().operatorBookings
const absentees = ['customer', 'provider'] as const

/** Ways to end or correct a booking without changing its plan. */
export const endings = ['cancelled', 'noShow', 'cash'] as const
export type Ending = (typeof endings)[number]

/** Returns the endings that a booking's state allows now. An operator without the money duty cannot undo cash. */
export function listEndings(appointment: Appointment, money: boolean, now = Date.now()): Ending[] {
  const { state, startsAt, balancePaid } = appointment
  const begins = Date.parse(startsAt)
  const allowed: Record<Ending, boolean> = {
    cancelled: state === 'booked' && begins > now,
    noShow: state === 'booked' && now >= begins + appointmentTimers.noShowMinutes * 60_000,
    cash: money && balancePaid?.how === 'cash' && (state === 'booked' || state === 'completed'),
  }
  return endings.filter((ending) => allowed[ending])
}

interface EndingDialogsProps {
  appointment: Appointment
  open: Ending | null
  onClose: () => void
}

/** The dialogs of all endings; each shows a preview of amounts and emails first. */
export function EndingDialogs({ appointment, open, onClose }: EndingDialogsProps) {
  const id = useId()
  const [who, setWho] = useState<(typeof absentees)[number]>('customer')
  const of = { appointmentId: appointment.id }
  const common = { appointment, onClose, wrong: () => ({}), onDone: () => {}, undo: t('operator.act.noUndo') }
  return (
    <>
      <ActDialog
        {...common}
        title={t('operator.cancelled.title')}
        text={t('operator.cancelled.text')}
        label={t('operator.cancelled.act')}
        open={open === 'cancelled'}
        fields={() => null}
        preview={(reason) => api().previewCancelForCustomer({ ...of, reason })}
        act={(said, key) => api().cancelForCustomer({ ...of, ...said }, { key })}
      />
      <ActDialog
        {...common}
        title={t('operator.noShow.title')}
        text={t('operator.noShow.text')}
        label={t('operator.noShow.act')}
        open={open === 'noShow'}
        fields={() => (
          <fieldset className="stack gap-4">
            <legend className="field-label">{t('operator.noShow.who')}</legend>
            {absentees.map((one) => (
              <Radio key={one} name={id} value={one} checked={who === one} onChange={() => setWho(one)}>
                {t(`operator.noShow.${one}`, {
                  name: one === 'customer' ? appointment.customer.name : appointment.provider.name,
                })}
              </Radio>
            ))}
          </fieldset>
        )}
        preview={(reason) => api().previewNoShow({ ...of, who, reason })}
        act={(said, key) => api().noShow({ ...of, who, ...said }, { key })}
      />
      <ActDialog
        {...common}
        title={t('operator.cash.title')}
        text={t('operator.cash.text')}
        label={t('operator.cash.act')}
        undo={t('operator.cash.undo')}
        open={open === 'cash'}
        fields={() => null}
        preview={(reason) => api().previewUndoCash({ ...of, reason })}
        act={(said, key) => api().undoCash({ ...of, ...said }, { key })}
      />
    </>
  )
}

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
