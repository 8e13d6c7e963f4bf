import { Car, CircleCheck, Clock3, DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { LiveDay } from '#web/bookings/day/live-day.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
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
  const { isDoing, said, run } = useAct()
  const [late, setLate] = useState(false)
  const { dayOf } = appointment
  const act = async (what: 'left' | 'arrived' | 'late' | 'done', by?: number) => {
    const done = await run(
      (key) => browserApi().providerBookings.change({ appointmentId: appointment.id, act: what, minutes: by }, { key }),
      { as: what },
    )
    if (!done) return
    onChange(done.answer.appointment)
    setLate(false)
  }
  return (
    <TitledCard title={t('papp.day')} className="no-print">
      <LiveDay {...appointment} name={appointment.provider.name} />
      <div className="row gap-8 wrapping">
        {!dayOf.leftAt && !dayOf.arrivedAt && appointment.mode === 'mobile' && (
          <Button loading={isDoing('left')} onClick={() => act('left')}>
            <Car className="icon" aria-hidden="true" />
            {t('day.provider.onTheWay')}
          </Button>
        )}
        {!dayOf.arrivedAt && (
          <Button
            kind={dayOf.leftAt ? 'primary' : 'secondary'}
            loading={isDoing('arrived')}
            onClick={() => act('arrived')}>
            <DoorOpen className="icon" aria-hidden="true" />
            {t('day.provider.arrived')}
          </Button>
        )}
        {!dayOf.doneAt && (
          <Button kind="secondary" aria-expanded={late} onClick={() => setLate(!late)}>
            <Clock3 className="icon" aria-hidden="true" />
            {t('day.provider.late')}
          </Button>
        )}
        {dayOf.arrivedAt && !dayOf.doneAt && (
          <Button loading={isDoing('done')} onClick={() => act('done')}>
            <CircleCheck className="icon" aria-hidden="true" />
            {t('day.provider.done')}
          </Button>
        )}
      </div>
      {late && (
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('day.provider.late.how')}</legend>
          <div className="row gap-8 wrapping">
            {minutes.map((by) => (
              <Button
                key={by}
                kind="secondary"
                size="small"
                loading={isDoing('late')}
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
      {said && <Note kind="error">{said}</Note>}
    </TitledCard>
  )
}
