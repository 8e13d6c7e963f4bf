import { type ReactNode, useState } from 'react'
import type { Appointment, PatchTest, Trial } from '#contract/appointments/appointment.ts'
import { zonedDay } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount, formatEventMoment, getFirstName } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { type ChosenTime, FreeTimes } from './free-times.tsx'
import { linkedMessages } from './linked-messages.ts'

interface LinkedCardsProps {
  appointment: Appointment
  /** Undefined for read-only. */
  onChange?: (next: Appointment) => void
}

/** The trial and the patch test of a booking, with what its customer or its artist may do. */
export function LinkedCards({ appointment, onChange }: LinkedCardsProps) {
  const { trial, patchTest, state } = appointment
  const showsTest = patchTest !== null && (state === 'booked' || patchTest.state === 'done')
  return (
    <>
      {trial && (
        <LinkedCard kind="trial" appointment={appointment} marked={trial.state === 'open'} lines={getTrialLines}>
          {onChange && (
            <LinkedActs
              {...{ kind: 'trial', appointment, onChange, startsAt: trial.startsAt, span: trial, back: trial.back }}
              may={{ ...trial.may, schedule: trial.may.move }}
            />
          )}
        </LinkedCard>
      )}
      {showsTest && (
        <LinkedCard kind="test" appointment={appointment} marked={patchTest.state !== 'done'} lines={getTestLines}>
          {onChange && (
            <LinkedActs
              {...{ kind: 'test', appointment, onChange, startsAt: patchTest.startsAt, span: patchTest, back: null }}
              may={{ ...patchTest.may, schedule: patchTest.may.book }}
            />
          )}
        </LinkedCard>
      )}
    </>
  )
}

interface LinkedCardProps {
  kind: 'trial' | 'test'
  appointment: Appointment
  marked: boolean
  lines: (appointment: Appointment) => string[]
  children: ReactNode
}

function LinkedCard({ kind, appointment, marked, lines, children }: LinkedCardProps) {
  const t = createTranslator(linkedMessages, appointment.countryCode)
  return (
    <TitledCard
      title={t(`${kind}.title`)}
      className="no-print"
      beside={marked && <Badge look="accentSoft">{t(`${kind}.badge`)}</Badge>}>
      {lines(appointment).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {children}
    </TitledCard>
  )
}

function getTestLines(appointment: Appointment): string[] {
  const { side, countryCode, provider, customer } = appointment
  const t = createTranslator(linkedMessages, countryCode)
  const { state, startsAt, minutes, services, from, until } = appointment.patchTest as PatchTest
  if (startsAt)
    return [
      t(`test.${state === 'done' ? state : 'booked'}`, { dateTime: formatEventMoment(startsAt, appointment), minutes }),
    ]
  const late = Date.parse(from) + minutes * 60_000 >= Date.parse(until)
  return [
    ...(state === 'missed' ? [t(`test.missed.${side}`)] : []),
    t(`test.${late ? 'late' : 'needed'}.${side}`, {
      services: services.join(', '),
      until: formatEventMoment(until, appointment),
      minutes,
      firstName: getFirstName(side === 'customer' ? provider.name : customer.name),
    }),
  ]
}

function getTrialLines(appointment: Appointment): string[] {
  const { side, countryCode } = appointment
  const t = createTranslator(linkedMessages, countryCode)
  const trial = appointment.trial as Trial
  const { services, minutes, state, startsAt, price, off, kept } = trial
  const dateTime = startsAt ? formatEventMoment(startsAt, appointment) : ''
  const cash = (amount: number) => formatAmount(amount, appointment)
  if (state === 'cancelled') return [kept > 0 ? t('trial.cancelled.kept', { kept: cash(kept) }) : t('trial.cancelled')]
  const when = {
    booked: () => t(trial.may.judge ? 'trial.begun' : 'trial.booked', { dateTime }),
    open: () =>
      t(trial.may.move || side === 'operator' ? 'trial.open' : 'trial.open.late', {
        until: formatEventMoment(trial.until, appointment),
      }),
    done: () => t(appointment.state === 'cancelled' ? 'trial.done.over' : `trial.done.${side}`, { dateTime }),
    missed: () => t(`trial.missed.${side}`, { dateTime }),
  }
  return [
    when[state](),
    t('trial.of', { services: services.join(', '), minutes }),
    t(price === 0 ? 'trial.price.free' : off > 0 ? 'trial.price.off' : 'trial.price', {
      price: cash(price),
      off: cash(off),
    }),
    ...(trial.withTest && state === 'booked' ? [t('trial.with.test')] : []),
  ]
}

interface LinkedActsProps {
  kind: 'trial' | 'test'
  appointment: Appointment
  startsAt: string | null
  span: { from: string; until: string }
  may: { schedule: boolean; cancel: boolean; judge: boolean }
  /** The reduction of the price after a cancellation, which is confirmed first; null if it costs nothing. */
  back: number | null
  onChange: (next: Appointment) => void
}

function LinkedActs({ kind, appointment, startsAt, span, may, back: shown, onChange }: LinkedActsProps) {
  const { id: appointmentId, side, countryCode, provider, customer } = appointment
  const t = createTranslator(linkedMessages, countryCode)
  const [doing, setDoing] = useState<'schedule' | 'cancel' | null>(null)
  // The current reduction, if the one that was shown has changed since.
  const [changed, setChanged] = useState<number | null>(null)
  const back = changed ?? shown
  const { isPending, formError, run } = useForm({
    refusals: {
      refund_changed: ({ detail }) => {
        setChanged((detail as { refund: number }).refund)
        return t('trial.cancel.passed')
      },
    },
  })
  const end = async (outcome: 'done' | 'missed' | 'off') => {
    const firstName = getFirstName(side === 'customer' ? provider.name : customer.name)
    const done = await run(
      (key) => {
        const { bookings, providerBookings } = browserApi()
        const how = { key, showToastOnSuccess: t(outcome === 'off' ? `${kind}.ended` : 'linked.saved', { firstName }) }
        if (side !== 'customer')
          return kind === 'trial'
            ? providerBookings.setTrialOutcome({ appointmentId, outcome }, how)
            : providerBookings.patchTest({ appointmentId, outcome }, how)
        return kind === 'trial'
          ? bookings.cancelTrial({ appointmentId, refund: back ?? 0 }, how)
          : bookings.cancelTest({ appointmentId }, how)
      },
      { name: outcome },
    )
    if (!done) return
    setDoing(null)
    onChange(done.answer.appointment)
  }
  if (doing === 'schedule')
    return (
      <ScheduleForm
        {...{ kind, appointment, startsAt, span }}
        onDone={(next) => {
          setDoing(null)
          if (next) onChange(next)
        }}
      />
    )
  if (doing === 'cancel')
    return (
      <>
        <p role="status">
          {back ? t('trial.cancel.sure', { back: formatAmount(back, appointment) }) : t('trial.cancel.sure.none')}
        </p>
        {formError && <Note kind="error">{formError}</Note>}
        <div className="row gap-8 wrapping">
          <Button loading={isPending('off')} onClick={() => end('off')}>
            {t('trial.cancel.yes')}
          </Button>
          <Button kind="secondary" onClick={() => setDoing(null)}>
            {t('linked.keep')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      {(may.schedule || may.cancel || may.judge) && (
        <div className="row gap-8 wrapping">
          {may.schedule && (
            <Button kind={startsAt ? 'secondary' : 'primary'} onClick={() => setDoing('schedule')}>
              {t(startsAt ? 'linked.move' : 'linked.choose')}
            </Button>
          )}
          {may.judge && (
            <>
              <Button loading={isPending('done')} onClick={() => end('done')}>
                {t('linked.is.done')}
              </Button>
              <Button kind="secondary" loading={isPending('missed')} onClick={() => end('missed')}>
                {t('linked.is.missed')}
              </Button>
            </>
          )}
          {may.cancel && (
            <Button
              kind="quiet"
              loading={isPending('off')}
              onClick={() => (back === null ? end('off') : setDoing('cancel'))}>
              {t(`${kind}.cancel`)}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

interface ScheduleFormProps {
  kind: 'trial' | 'test'
  appointment: Appointment
  startsAt: string | null
  span: { from: string; until: string }
  /** Called with the changed booking, or with null if it was not changed. */
  onDone: (next: Appointment | null) => void
}

/** Chooses a time for the trial or the patch test of a booking, within its span. */
function ScheduleForm({ kind, appointment, startsAt, span, onDone }: ScheduleFormProps) {
  const { id: appointmentId, side, countryCode: country, timeZone, provider, customer } = appointment
  const t = createTranslator(linkedMessages, country)
  const [first, last] = [zonedDay(span.from, timeZone), zonedDay(span.until, timeZone)]
  const [chosen, setChosen] = useState<ChosenTime | null>(null)
  const [taken, setTaken] = useState(0)
  const { pending, formError, run } = useForm({
    refusals: {
      slot_taken: ({ message }) => {
        setChosen(null)
        setTaken((n) => n + 1)
        return message
      },
    },
  })
  const { bookings, providerBookings } = browserApi()
  const listTimes = (eventDate: string) => {
    if (kind === 'test') return bookings.testTimes({ appointmentId, eventDate })
    return (side === 'provider' ? providerBookings : bookings).trialTimes({ appointmentId, eventDate })
  }
  const save = async () => {
    if (!chosen) return
    const firstName = getFirstName(side === 'customer' ? provider.name : customer.name)
    const done = await run((key) => {
      const how = { key, showToastOnSuccess: t(`${kind}.scheduled`, { firstName }) }
      if (kind === 'test') return bookings.bookTest({ appointmentId, ...chosen }, how)
      return (side === 'provider' ? providerBookings : bookings).moveTrial({ appointmentId, ...chosen }, how)
    })
    if (done) onDone(done.answer.appointment)
  }
  return (
    <div className="stack">
      <FreeTimes
        label={t(`${kind}.day`)}
        {...{ firstName: getFirstName(provider.name), country, first, last, chosen, onChoose: setChosen }}
        start={startsAt ? zonedDay(startsAt, timeZone) : last}
        refreshKey={String(taken)}
        listTimes={listTimes}
      />
      {formError && <Note kind="error">{formError}</Note>}
      <div className="row gap-8 wrapping">
        <Button disabled={!chosen} loading={pending} onClick={save}>
          {t(`${kind}.book`, { dateTime: chosen ? formatEventMoment(chosen.startsAt, appointment) : '…' })}
        </Button>
        <Button kind="secondary" onClick={() => onDone(null)}>
          {t('linked.keep')}
        </Button>
      </div>
    </div>
  )
}
