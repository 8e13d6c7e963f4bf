import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { firstNameOf, wordsOf } from '#web/bookings/booking-phrases.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'

/** Cancelling as the artist: what it means is said before, and the customer is told why. */
export function CancelForProvider({
  appointment,
  open,
  onClose,
  onChange,
}: {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onChange: (next: Appointment) => void
}) {
  const t = useDashboardWords()
  const b = wordsOf(appointment)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const firstName = firstNameOf(appointment.customer.name)
  const cancel = async () => {
    setBusy(true)
    setError(null)
    try {
      onChange(
        (
          await browserApi().providerBookings.change(
            { appointmentId: appointment.id, act: 'cancel', reason },
            { key: crypto.randomUUID() },
          )
        ).appointment,
      )
      toast('success', t('cancel.provider.done', { firstName }))
      onClose()
    } catch (fault) {
      setError(fault instanceof ApiError ? (fault.errors[0]?.message ?? fault.message) : t('error.section'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={onClose} label={b('cancel.title')}>
      <div className="stack p24">
        <h2 className="d3">{b('cancel.title')}</h2>
        <p>{t('cancel.provider.warn', { firstName })}</p>
        <TextAreaField
          label={t('cancel.provider.reason', { firstName })}
          rows={3}
          value={reason}
          error={error && !reason.trim() ? error : null}
          onChange={(event) => setReason(event.target.value)}
          maxLength={500}
          required
        />
        {error && reason.trim() && <Note kind="error">{error}</Note>}
        <div className="row g8 wrapx">
          <Button kind="danger" loading={busy} onClick={cancel}>
            {b('cancel.act')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {b('cancel.keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
