import { useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { getBookingTranslator, getFirstName } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'

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
  const t = useDashboardMessages()
  const b = getBookingTranslator(appointment)
  const [reason, setReason] = useState('')
  const { pending, formError: error, run } = useForm()
  const firstName = getFirstName(appointment.customer.name)
  const cancel = async () => {
    const done = await run((key) =>
      browserApi().providerBookings.change({ appointmentId: appointment.id, act: 'cancel', reason }, { key }),
    )
    if (!done) return
    onChange(done.answer.appointment)
    showToast('success', t('cancel.provider.done', { firstName }))
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} label={b('cancel.title')}>
      <div className="stack pad-24">
        <h2 className="heading-3">{b('cancel.title')}</h2>
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
        <div className="row gap-8 wrapping">
          <Button kind="danger" loading={pending} onClick={cancel}>
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
