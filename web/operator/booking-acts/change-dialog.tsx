import { useId, useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import type { ActBears } from '#contract/operator/booking-acts.ts'
import { reader } from '#contract/words.ts'
import { PartyFields, peopleOf } from '#web/bookings/moves/party-fields.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Errors } from '#web/platform/use-act.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { ActDialog } from './act-dialog.tsx'
import { BearsField } from './bears-field.tsx'
import { bookingActWords } from './act-words.ts'

const t = reader(bookingActWords)
const backs = ['whole', 'policy'] as const

interface ChangeProps {
  appointment: Appointment
  open: boolean
  onClose: () => void
}

/** Changes who is made up, and with what. */
export function ChangeDialog({ appointment, open, onClose }: ChangeProps) {
  const id = useId()
  const [people, setPeople] = useState(() => peopleOf(appointment))
  const [bears, setBears] = useState<ActBears>('customer')
  const [back, setBack] = useState<(typeof backs)[number]>('whole')
  const asked = { appointmentId: appointment.id, people: [...people], bears, back }
  const wrong = (): Errors =>
    people.every(({ services }) => services.length > 0) ? {} : { form: t('op.change.error') }
  return (
    <ActDialog
      appointment={appointment}
      title={t('op.change.title')}
      text={t('op.change.text')}
      open={open}
      onClose={onClose}
      fields={() => (
        <>
          <PartyFields appointment={appointment} people={people} onChange={setPeople} />
          <BearsField value={bears} onChange={setBears} />
          {bears === 'customer' && (
            <fieldset className="stack gap-4">
              <legend className="field-label">{t('op.change.back')}</legend>
              {backs.map((one) => (
                <Radio key={one} name={id} value={one} checked={back === one} onChange={() => setBack(one)}>
                  {t(`op.change.back.${one}`)}
                </Radio>
              ))}
            </fieldset>
          )}
        </>
      )}
      wrong={wrong}
      preview={(reason) => browserApi().operatorBookings.previewChange({ ...asked, reason })}
      act={(said, key) => browserApi().operatorBookings.change({ ...asked, ...said }, { key })}
      label={t('op.change.act')}
      undo={t('op.act.undoChange')}
      onDone={() => {}}
    />
  )
}
