import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatMoney } from '#contract/format.ts'
import type { ActBears } from '#contract/operator/booking-acts.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActDialog, BearsField, bookingActMessages } from './act-dialog.tsx'

const t = createTranslator(bookingActMessages)

interface SwapProps {
  appointment: Appointment
  open: boolean
  onClose: () => void
}

export function SwapDialog({ appointment, open, onClose }: SwapProps) {
  const navigate = useNavigate()
  const [profileId, setArtist] = useState('')
  const [bears, setBears] = useState<ActBears>('customer')
  const asked = { appointmentId: appointment.id, profileId, bears }
  const wrong = (): Errors => (profileId ? {} : { form: t('operator.swap.choose') })
  return (
    <ActDialog
      appointment={appointment}
      title={t('operator.swap.title')}
      text={t('operator.swap.text')}
      open={open}
      onClose={onClose}
      fields={() => (
        <>
          <Others appointment={appointment} chosen={profileId} onChoose={setArtist} />
          <BearsField value={bears} onChange={setBears} />
        </>
      )}
      wrong={wrong}
      preview={(reason) => browserApi().operatorBookings.previewSwap({ ...asked, reason })}
      act={(said, key) => browserApi().operatorBookings.swap({ ...asked, ...said }, { key })}
      label={t('operator.swap.act')}
      undo={t('operator.act.undoSwap')}
      onDone={(now) => void navigate(`/operator/bookings/${now.id}`)}
    />
  )
}

interface OthersProps {
  appointment: Appointment
  chosen: string
  onChoose: (profileId: string) => void
}

function Others({ appointment, chosen, onChoose }: OthersProps) {
  const id = useId()
  const { answer, fault } = useAnswer(appointment.id, () =>
    browserApi().operatorBookings.others({ appointmentId: appointment.id }),
  )
  if (fault) return <Note kind="error">{fault.message}</Note>
  if (!answer)
    return (
      <div aria-busy="true">
        <Skeleton height={96} />
      </div>
    )
  if (answer.artists.length === 0) return <p role="status">{t('operator.swap.none')}</p>
  const shown = (price: number) => formatMoney(price, appointment.currency, { decimals: 'always', mixed: true })
  return (
    <fieldset className="stack gap-4">
      <legend className="field-label">{t('operator.swap.artists')}</legend>
      {answer.artists.map(({ slug, name, area, price }) => (
        <Radio key={slug} name={id} value={slug} checked={chosen === slug} onChange={() => onChoose(slug)}>
          {t('operator.swap.price', { name, area, price: shown(price) })}
        </Radio>
      ))}
    </fieldset>
  )
}
