import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { cashOf, wordsOf } from '#web/bookings/booking-phrases.ts'
import { bookWords } from '#web/bookings/words.ts'

/** Cancelling as the customer: what comes back is said before, and nothing else is done. */
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
  const t = wordsOf(appointment)
  const [refund, setRefund] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const back = refund ?? appointment.refund.now
  const { paid } = appointment.refund
  const said = {
    refund: cashOf(back, appointment),
    paid: cashOf(paid, appointment),
    policy: reader(bookWords)(`policy.${appointment.refund.policy}`),
  }
  const cancel = async () => {
    setBusy(true)
    setError(null)
    try {
      const { appointment: next } = await browserApi().bookings.cancel(
        { appointmentId: appointment.id, refund: back, reason },
        { key: crypto.randomUUID() },
      )
      onChange(next)
      onClose()
    } catch (fault) {
      const now =
        fault instanceof ApiError && fault.code === 'refund_changed'
          ? (fault.detail as { refund: number }).refund
          : null
      if (now !== null) setRefund(now)
      setError(
        now !== null
          ? t('cancel.changed', { refund: cashOf(now, appointment) })
          : fault instanceof ApiError
            ? fault.message
            : t('error.act'),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={onClose} label={t('cancel.title')}>
      <div className="stack p24">
        <h2 className="d3">{t('cancel.title')}</h2>
        <p className="title">
          {back >= paid ? t('cancel.back.all', said) : back > 0 ? t('cancel.back', said) : t('cancel.back.none', said)}
        </p>
        {appointment.may.move && (
          <p>
            <button
              type="button"
              className="link tap"
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
        {error && <Note kind="error">{error}</Note>}
        <div className="row g8 wrapx">
          <Button kind="danger" loading={busy} onClick={cancel}>
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
