import { useState } from 'react'
import type { Appointment, Trial } from '#contract/bookings/appointment.ts'
import { zonedDay } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { firstNameOf, momentText } from '#web/bookings/booking-phrases.ts'
import { VisitTimes, type VisitTime } from '#web/bookings/visits/visit-times.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { trialWords } from './trial-words.ts'

interface TrialFormProps {
  appointment: Appointment
  trial: Trial
  /** With the booking as it is now, or nothing where it stays as it was. */
  onDone: (next: Appointment | null) => void
}

/** Choosing another time for the trial of a booking, by its rules of date; either side may. */
export function TrialForm({ appointment, trial, onDone }: TrialFormProps) {
  const { id: appointmentId, side, countryCode: country, timeZone, provider, customer } = appointment
  const t = reader(trialWords, country)
  const [chosen, setChosen] = useState<VisitTime | null>(null)
  const [gone, setGone] = useState(0)
  const [first, last] = [zonedDay(trial.from, timeZone), zonedDay(trial.until, timeZone)]
  const { waiting, said, run } = useAct({
    says: {
      slot_taken: ({ message }) => {
        setChosen(null)
        setGone((n) => n + 1)
        return message
      },
    },
  })
  const artists = side === 'provider'
  const move = async () => {
    if (!chosen) return
    const firstName = firstNameOf(side === 'customer' ? provider.name : customer.name)
    const done = await run((key) => {
      const how = { key, showToastOnSuccess: t('trial.moved', { firstName }) }
      return artists
        ? browserApi().providerBookings.moveTrial({ appointmentId, ...chosen }, how)
        : browserApi().bookings.moveTrial({ appointmentId, ...chosen }, how)
    })
    if (done) onDone(done.answer.appointment)
  }
  return (
    <div className="stack">
      <VisitTimes
        label={t('trial.day')}
        firstName={firstNameOf(provider.name)}
        country={country}
        first={first}
        last={last}
        chosen={chosen}
        onChoose={setChosen}
        start={trial.startsAt ? zonedDay(trial.startsAt, timeZone) : last}
        of={String(gone)}
        ask={(eventDate) =>
          artists
            ? browserApi().providerBookings.trialTimes({ appointmentId, eventDate })
            : browserApi().bookings.trialTimes({ appointmentId, eventDate })
        }
      />
      {said && <Note kind="error">{said}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={!chosen} loading={waiting} onClick={move}>
          {t('trial.book', { dateTime: chosen ? momentText(chosen.startsAt, appointment) : '…' })}
        </Button>
        <Button kind="secondary" onClick={() => onDone(null)}>
          {t('trial.keep')}
        </Button>
      </div>
    </div>
  )
}
