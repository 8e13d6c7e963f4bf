import { Car, CircleCheck, Clock3, DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { LiveDay } from '#web/bookings/day/live-day.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { RoomCard } from '#web/ui/room.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'

const minutes = [5, 10, 15, 20, 30, 45, 60]

/** The day's steps, one press each: on the way, late by how much, there, done. */
export function WorkCard({
  appointment,
  onChange,
}: {
  appointment: Appointment
  onChange: (next: Appointment) => void
}) {
  const t = useDashboardWords()
  const [busy, setBusy] = useState<string | null>(null)
  const [late, setLate] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { dayOf } = appointment
  const act = async (what: 'left' | 'arrived' | 'late' | 'done', by?: number) => {
    setBusy(what)
    setError(null)
    try {
      onChange(
        (
          await browserApi().providerBookings.change(
            { appointmentId: appointment.id, act: what, minutes: by },
            { key: crypto.randomUUID() },
          )
        ).appointment,
      )
      setLate(false)
    } catch (fault) {
      setError(fault instanceof ApiError ? fault.message : t('error.section'))
    } finally {
      setBusy(null)
    }
  }
  return (
    <RoomCard title={t('papp.day')} className="no-print">
      <LiveDay {...appointment} name={appointment.provider.name} />
      <div className="row g8 wrapx">
        {!dayOf.leftAt && !dayOf.arrivedAt && appointment.mode === 'mobile' && (
          <Button loading={busy === 'left'} onClick={() => act('left')}>
            <Car className="i" aria-hidden="true" />
            {t('day.provider.onTheWay')}
          </Button>
        )}
        {!dayOf.arrivedAt && (
          <Button
            kind={dayOf.leftAt ? 'primary' : 'secondary'}
            loading={busy === 'arrived'}
            onClick={() => act('arrived')}>
            <DoorOpen className="i" aria-hidden="true" />
            {t('day.provider.arrived')}
          </Button>
        )}
        {!dayOf.doneAt && (
          <Button kind="secondary" aria-expanded={late} onClick={() => setLate(!late)}>
            <Clock3 className="i" aria-hidden="true" />
            {t('day.provider.late')}
          </Button>
        )}
        {dayOf.arrivedAt && !dayOf.doneAt && (
          <Button loading={busy === 'done'} onClick={() => act('done')}>
            <CircleCheck className="i" aria-hidden="true" />
            {t('day.provider.done')}
          </Button>
        )}
      </div>
      {late && (
        <fieldset className="stack s8">
          <legend className="flabel">{t('day.provider.late.how')}</legend>
          <div className="row g8 wrapx">
            {minutes.map((by) => (
              <Button
                key={by}
                kind="secondary"
                size="small"
                loading={busy === 'late'}
                onClick={() => act('late', by)}>{`${by} min`}</Button>
            ))}
            {dayOf.lateMinutes > 0 && (
              <Button kind="quiet" size="small" onClick={() => act('late', 0)}>
                {t('papp.late.none')}
              </Button>
            )}
          </div>
        </fieldset>
      )}
      {error && <Note kind="error">{error}</Note>}
    </RoomCard>
  )
}
