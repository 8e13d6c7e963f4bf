import { useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount, getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export function CancelDialog({
  appointment,
  open,
  onClose,
  onChange,
  onMove,
}: {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onChange: (next: Appointment) => void
  onMove: () => void
}) {
  const t = getBookingTranslator(appointment)
  const [refund, setRefund] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const seeRefund = ({ detail }: ApiError) => {
    const now = (detail as { refund: number }).refund
    setRefund(now)
    return t('cancel.changed', { refund: formatAmount(now, appointment) })
  }
  const act = useForm({ refusals: { refund_changed: seeRefund } })
  const back = refund ?? appointment.refund.now
  const { paid } = appointment.refund
  const said = {
    refund: formatAmount(back, appointment),
    paid: formatAmount(paid, appointment),
    policy: createTranslator(bookMessages)(`policy.${appointment.refund.policy}`),
  }
  const cancel = async () => {
    const done = await act.run((key) =>
      browserApi().bookings.cancel({ appointmentId: appointment.id, refund: back, reason }, { key }),
    )
    if (!done) return
    onChange(done.answer.appointment)
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} label={t('cancel.title')}>
      <div className="stack pad-24">
        <h2 className="heading-3">{t('cancel.title')}</h2>
        <p className="title">
          {back >= paid ? t('cancel.back.all', said) : back > 0 ? t('cancel.back', said) : t('cancel.back.none', said)}
        </p>
        {back > 0 && getRefundMethod(appointment.payments).startsWith('partner') && <p>{t('cancel.back.partner')}</p>}
        {appointment.may.move && (
          <p>
            <button
              type="button"
              className="link tap-target"
              onClick={() => {
                onClose()
                onMove()
              }}>
              {t('cancel.instead')}
            </button>
          </p>
        )}
        <TextAreaField
          label={t('cancel.reason')}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
        />
        {act.formError && <Note kind="error">{act.formError}</Note>}
        <div className="row gap-8 wrapping">
          <Button kind="danger" loading={act.pending} onClick={cancel}>
            {t('cancel.act')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
