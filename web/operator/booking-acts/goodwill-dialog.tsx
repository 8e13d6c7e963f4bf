import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { money, toHundredths } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Errors } from '#web/platform/use-act.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { ActDialog } from './act-dialog.tsx'
import { bookingActWords } from './act-words.ts'

const t = reader(bookingActWords)

interface GoodwillProps {
  appointment: Appointment
  open: boolean
  onClose: () => void
}

/** What can still go back of what was paid. */
export const mostGoodwill = ({ paid, refunded }: Pick<Appointment, 'paid' | 'refunded'>): number =>
  toHundredths(paid - refunded)

/** Gives part of what was paid back at the cost of the house. */
export function GoodwillDialog({ appointment, open, onClose }: GoodwillProps) {
  const [typed, setTyped] = useState('')
  const most = mostGoodwill(appointment)
  const shown = (amount: number) => money(amount, appointment.currency, { decimals: 'always', mixed: true })
  const amount = toHundredths(Number(typed))
  const asked = { appointmentId: appointment.id, amount }
  const wrong = (): Errors =>
    amount > 0 && amount <= most ? {} : { amount: t('op.goodwill.amount.error', { most: shown(most) }) }
  return (
    <ActDialog
      appointment={appointment}
      title={t('op.goodwill.title')}
      text={t('op.goodwill.text')}
      open={open}
      onClose={onClose}
      fields={(errors) => (
        <TextField
          label={t('op.goodwill.amount')}
          hint={t('op.goodwill.amount.hint', { most: shown(most) })}
          name="amount"
          inputMode="decimal"
          value={typed}
          error={errors['amount'] ?? null}
          onChange={({ target }) => setTyped(target.value.replace(',', '.').replace(/[^\d.]/g, ''))}
        />
      )}
      wrong={wrong}
      preview={(reason) => browserApi().operatorBookings.previewGoodwill({ ...asked, reason })}
      act={(said, key) => browserApi().operatorBookings.goodwill({ ...asked, ...said }, { key })}
      label={t('op.goodwill.act', { amount: shown(amount) })}
      undo={t('op.act.noUndo')}
      onDone={() => setTyped('')}
    />
  )
}
