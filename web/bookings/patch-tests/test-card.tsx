import { useState } from 'react'
import type { Appointment, PatchTest } from '#contract/bookings/appointment.ts'
import { reader } from '#contract/words.ts'
import { firstNameOf, momentText } from '#web/bookings/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { TestForm } from './test-form.tsx'
import { testWords } from './test-words.ts'

interface TestCardProps {
  appointment: Appointment
  /** Missing where nothing can be done about it. */
  onChange?: (next: Appointment) => void
}

/** The patch test of a booking, how it stands, and what its two sides may do about it; nothing where none is needed. */
export function TestCard({ appointment, onChange }: TestCardProps) {
  const { patchTest: test, state, countryCode } = appointment
  const t = reader(testWords, countryCode)
  if (!test || (state !== 'booked' && test.state !== 'done')) return null
  return (
    <TitledCard
      title={t('test.title')}
      className="no-print"
      beside={test.state !== 'done' && <Badge look="accentSoft">{t('test.not.ready')}</Badge>}>
      {saidOf(appointment, test).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {onChange && <TestActs appointment={appointment} test={test} onChange={onChange} />}
    </TitledCard>
  )
}

function saidOf(appointment: Appointment, test: PatchTest): string[] {
  const { side, countryCode, provider, customer } = appointment
  const t = reader(testWords, countryCode)
  const minutes = test.minutes
  if (test.startsAt && test.state === 'done')
    return [t('test.done', { dateTime: momentText(test.startsAt, appointment) })]
  if (test.startsAt) return [t('test.booked', { dateTime: momentText(test.startsAt, appointment), minutes })]
  const said = {
    services: test.services.join(', '),
    firstName: firstNameOf(side === 'customer' ? provider.name : customer.name),
    until: momentText(test.until, appointment),
    minutes,
  }
  const late = Date.parse(test.from) + minutes * 60_000 >= Date.parse(test.until)
  return [
    ...(test.state === 'missed' ? [t(`test.missed.${side}`)] : []),
    t(late ? `test.late.${side}` : `test.needed.${side}`, said),
  ]
}

function TestActs({ appointment, test, onChange }: Required<TestCardProps> & { test: PatchTest }) {
  const { id, side, countryCode, provider, customer } = appointment
  const t = reader(testWords, countryCode)
  const [choosing, setChoosing] = useState(false)
  const { isDoing, said, run } = useAct()
  const firstName = firstNameOf(side === 'customer' ? provider.name : customer.name)
  const act = async (outcome: 'done' | 'missed' | 'off') => {
    const done = await run(
      (key) => {
        const said = t(outcome === 'off' ? 'test.cancelled' : 'test.saved', { firstName })
        const how = { key, showToastOnSuccess: said }
        return side === 'customer'
          ? browserApi().bookings.cancelTest({ appointmentId: id }, how)
          : browserApi().providerBookings.patchTest({ appointmentId: id, outcome }, how)
      },
      { as: outcome },
    )
    if (done) onChange(done.answer.appointment)
  }
  if (choosing)
    return (
      <TestForm
        appointment={appointment}
        test={test}
        onDone={(next) => {
          setChoosing(false)
          if (next) onChange(next)
        }}
      />
    )
  const { book, cancel, judge } = test.may
  return (
    <>
      {said && <Note kind="error">{said}</Note>}
      {(book || cancel || judge) && (
        <div className="row gap-8 wrapping">
          {book && (
            <Button kind={test.startsAt ? 'secondary' : 'primary'} onClick={() => setChoosing(true)}>
              {t(test.startsAt ? 'test.move' : 'test.choose')}
            </Button>
          )}
          {judge && (
            <>
              <Button loading={isDoing('done')} onClick={() => act('done')}>
                {t('test.is.done')}
              </Button>
              <Button kind="secondary" loading={isDoing('missed')} onClick={() => act('missed')}>
                {t('test.is.missed')}
              </Button>
            </>
          )}
          {cancel && (
            <Button kind="quiet" loading={isDoing('off')} onClick={() => act('off')}>
              {t('test.cancel')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
