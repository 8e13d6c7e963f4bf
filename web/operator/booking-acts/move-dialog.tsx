import { useState, useId } from 'react'
import { useNavigate } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatTime, formatMoney } from '#contract/format.ts'
import type { ActBears } from '#contract/operator/booking-acts.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { getButtonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActDialog, BearsField, bookingActMessages } from './act-dialog.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'

const t = createTranslator(bookingActMessages)

interface MoveProps {
  appointment: Appointment
  open: boolean
  onClose: () => void
}

/** Moves a booking to a time at which its artist is free. */
export function MoveDialog({ appointment, open, onClose }: MoveProps) {
  const [eventDate, setDate] = useState(appointment.eventDate)
  const [finishTime, setTime] = useState('')
  const [bears, setBears] = useState<ActBears>('customer')
  const asked = { appointmentId: appointment.id, eventDate, finishTime, bears }
  const wrong = (): Errors => (finishTime ? {} : { form: t('operator.move.choose') })
  return (
    <ActDialog
      appointment={appointment}
      title={t('operator.move.title')}
      text={t('operator.move.text')}
      open={open}
      onClose={onClose}
      fields={() => (
        <>
          <TextField
            label={t('operator.move.date')}
            type="date"
            value={eventDate}
            onChange={({ target }) => {
              setDate(target.value)
              setTime('')
            }}
          />
          <Times appointmentId={appointment.id} eventDate={eventDate} chosen={finishTime} onChoose={setTime} />
          <BearsField value={bears} onChange={setBears} />
        </>
      )}
      wrong={wrong}
      preview={(reason) => browserApi().operatorBookings.previewMove({ ...asked, reason })}
      act={(said, key) => browserApi().operatorBookings.move({ ...asked, ...said }, { key })}
      label={t('operator.move.act')}
      undo={t('operator.act.undoMove')}
      onDone={() => setTime('')}
    />
  )
}

interface TimesProps {
  appointmentId: string
  eventDate: string
  chosen: string
  onChoose: (finishTime: string) => void
}

function Times({ appointmentId, eventDate, chosen, onChoose }: TimesProps) {
  const day = /^\d{4}-\d\d-\d\d$/.test(eventDate) ? eventDate : null
  const { answer, fault } = useAnswer(day, () =>
    browserApi().operatorBookings.times({ appointmentId, eventDate: day ?? '' }),
  )
  if (!day) return null
  if (fault) return <Note kind="error">{fault.message}</Note>
  if (!answer)
    return (
      <div aria-busy="true">
        <Skeleton height={96} />
      </div>
    )
  if (answer.times.length === 0) return <p role="status">{t('operator.move.none')}</p>
  return (
    <fieldset className="stack gap-8">
      <legend className="field-label">{t('operator.move.times')}</legend>
      <div className="row gap-8 wrapping">
        {answer.times.map(({ finishTime }) => (
          <button
            key={finishTime}
            type="button"
            className={getButtonClasses({ kind: chosen === finishTime ? 'primary' : 'secondary', size: 'small' })}
            aria-pressed={chosen === finishTime}
            onClick={() => onChoose(finishTime)}>
            {formatTime(finishTime)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

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
