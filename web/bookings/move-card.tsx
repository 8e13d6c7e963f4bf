import { useRef, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import { formatDate, formatTime } from '#contract/format.ts'
import { formatMoveTimes } from '#contract/appointments/move-times.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import {
  formatAmount,
  formatClockIn,
  formatEventDay,
  getBookingTranslator,
  getFirstName,
} from '#web/appointments/booking-phrases.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { type ApiError, toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useRevealedAnswer } from '#web/ui/reveal.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatDifference } from './party-form.tsx'

interface MoveProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
}

export function StandingMove({ appointment, onChange }: MoveProps) {
  const t = getBookingTranslator(appointment)
  const act = useForm()
  const [due, setDue] = useState(false)
  const title = useRef<HTMLParagraphElement>(null)
  useRevealedAnswer(title, true)
  const { move } = appointment
  if (!move) return null
  const other = getFirstName(appointment.side === 'customer' ? appointment.provider.name : appointment.customer.name)
  const said = {
    firstName: other,
    dateTime: formatMoveTimes(
      formatEventDay({ ...appointment, eventDate: move.eventDate }),
      { ...appointment, ...move },
      appointment.countryCode,
    ),
    difference: formatAmount(move.difference, appointment),
  }
  const answer = async (how: 'accept' | 'decline' | 'withdraw'): Promise<PaymentView | null> => {
    const api = browserApi()
    const done = await act.run(
      async (key): Promise<{ appointment: Appointment; payment?: PaymentView | null }> =>
        appointment.side === 'provider'
          ? api.providerBookings.change(
              {
                appointmentId: appointment.id,
                act: how === 'accept' ? 'acceptMove' : how === 'decline' ? 'declineMove' : 'withdrawMove',
                moveId: move.id,
              },
              { key },
            )
          : api.bookings.answerMove({ appointmentId: appointment.id, moveId: move.id, answer: how }, { key }),
      { name: how },
    )
    if (!done) return null
    const { appointment: next, payment = null } = done.answer
    if (!payment) onChange(next)
    return payment
  }
  const mustPay = appointment.side === 'customer' && move.difference > 0 && appointment.may.answerMove
  const reload = async () => onChange((await browserApi().bookings.read({ appointmentId: appointment.id })).appointment)
  return (
    <section className="card pad-24 stack no-print" aria-live="polite">
      <p className="title" ref={title}>
        {move.by === 'operator'
          ? mustPay
            ? t(move.party ? 'party.team' : 'move.team', said)
            : t(move.party ? 'party.team.waits' : 'move.team.waits', said)
          : move.by === appointment.side
            ? move.agreed && mustPay
              ? t(move.party ? 'party.agreed' : 'move.agreed', said)
              : t(move.party ? 'party.waiting' : 'move.waiting', said)
            : t(move.party ? 'party.asked' : 'move.asked', said)}
      </p>
      {move.party && (
        <ul className="stack gap-4">
          {move.party.map(({ person, name, services }) => (
            <li key={person}>
              {`${name || t('sheet.person', { n: person })}: ${services.map(({ label }) => label).join(', ')}`}
            </li>
          ))}
        </ul>
      )}
      {move.party && (
        <p>
          {t('party.day', {
            clock: formatClockIn(move.startsAt, appointment.timeZone),
            done: formatClockIn(move.endsAt, appointment.timeZone),
          })}
        </p>
      )}
      {(move.total !== appointment.total || move.toBalance > 0 || move.waived > 0) && (
        <p>
          {formatDifference(
            {
              ...move,
              before: appointment.total,
              side: appointment.side,
              currency: appointment.currency,
              firstName: other,
            },
            t,
          )}
        </p>
      )}
      {move.kept > 0 && <p>{t('party.kept', { amount: formatAmount(move.kept, appointment) })}</p>}
      <p className="small muted">{t('move.refund')}</p>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      {due && mustPay && (
        <PayForm
          country={appointment.countryCode}
          amount={move.difference}
          currency={appointment.currency}
          email={appointment.payments[0]?.email ?? ''}
          label={t('move.pay', said)}
          open={() => answer('accept')}
          onDone={reload}
          onVoided={reload}
        />
      )}
      <div className="row gap-8 wrapping">
        {appointment.may.answerMove && !due && (
          <Button loading={act.isPending('accept')} onClick={() => (mustPay ? setDue(true) : answer('accept'))}>
            {mustPay ? t('move.pay', said) : t('move.accept')}
          </Button>
        )}
        {appointment.may.answerMove && move.by !== appointment.side && (
          <Button kind="secondary" loading={act.isPending('decline')} onClick={() => answer('decline')}>
            {t(move.party ? 'party.leave' : 'move.decline')}
          </Button>
        )}
        {appointment.may.withdrawMove && (
          <Button kind="secondary" loading={act.isPending('withdraw')} onClick={() => answer('withdraw')}>
            {t('move.withdraw')}
          </Button>
        )}
      </div>
    </section>
  )
}

type Free =
  | { is: 'loading' }
  | { is: 'failed' }
  | {
      is: 'found'
      times: readonly FreeTime[]
      total: number | null
      difference: number
      back: number
      toBalance: number
      waived: number
    }

export function MoveForm({ appointment, onChange, onClose }: MoveProps & { onClose: () => void }) {
  const t = getBookingTranslator(appointment)
  const [day, setDay] = useState(appointment.eventDate)
  const [free, setFree] = useState<Free | null>(null)
  const [chosen, setChosen] = useState<FreeTime | null>(null)
  const { pending, formError, clearErrors, run } = useForm({ refusals: { slot_taken: (fault) => seeTaken(fault) } })
  const [error, setError] = useState<string | null>(null)
  const looked = useRef(0)
  const title = useRef<HTMLHeadingElement>(null)
  useRevealedAnswer(title, true)
  const firstName = getFirstName(appointment.provider.name)
  const look = async (eventDate: string) => {
    // Ignores outdated responses about another day.
    const turn = ++looked.current
    setDay(eventDate)
    setChosen(null)
    setError(null)
    clearErrors()
    if (!/^\d{4}-\d\d-\d\d$/.test(eventDate)) return
    setFree({ is: 'loading' })
    try {
      const found = await browserApi().bookings.freeTimes({ appointmentId: appointment.id, eventDate })
      if (looked.current === turn) setFree({ is: 'found', ...found })
    } catch (fault) {
      if (looked.current !== turn) return
      setError(toApiError(fault).message)
      setFree({ is: 'failed' })
    }
  }
  const seeTaken = ({ message }: ApiError) => {
    void look(day)
    return message
  }
  const send = async () => {
    if (!chosen) return
    const to = { eventDate: day, finishTime: chosen.finishTime }
    const done = await run((key) =>
      browserApi().bookings.proposeMove({ appointmentId: appointment.id, ...to }, { key }),
    )
    if (!done) return
    onChange(done.answer.appointment)
    onClose()
  }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="move">
      <h2 className="heading-3" id="move" ref={title} tabIndex={-1}>
        {t('move.title')}
      </h2>
      <p>{t('move.text', { firstName })}</p>
      <TextField
        label={t('move.date')}
        type="date"
        value={day}
        onChange={(event) => look(event.target.value)}
        onFocus={() => free === null && look(day)}
      />
      {free === null && (
        <div>
          <Button kind="secondary" onClick={() => look(day)}>
            {t('move.free', { firstName })}
          </Button>
        </div>
      )}
      {free?.is === 'loading' && <Skeleton height={96} />}
      {free?.is === 'found' && free.times.length === 0 && <p role="status">{t('move.none')}</p>}
      {free?.is === 'found' && free.times.length > 0 && (
        <fieldset className="stack gap-8">
          <legend className="field-label">{`${t('move.free', { firstName })}, ${formatDate(day, appointment.countryCode, new Date().getFullYear())}`}</legend>
          <div className="row wrapping gap-8">
            {free.times.map((one) => (
              <button
                key={one.readyAt}
                type="button"
                className={
                  chosen === one
                    ? getButtonClasses({ kind: 'primary', size: 'small' })
                    : getButtonClasses({ kind: 'secondary', size: 'small' })
                }
                aria-pressed={chosen === one}
                onClick={() => setChosen(one)}>
                {formatTime(one.finishTime)}
              </button>
            ))}
          </div>
          {free.total !== null && (
            <p>
              {formatDifference(
                {
                  ...free,
                  total: free.total,
                  before: appointment.total,
                  side: 'customer',
                  currency: appointment.currency,
                  firstName,
                },
                t,
              )}
            </p>
          )}
          <p className="small muted">{t('move.refund')}</p>
        </fieldset>
      )}
      {(error ?? formError) && <Note kind="error">{error ?? formError}</Note>}
      <p className="bold" role="status">
        {chosen &&
          formatMoveTimes(
            formatEventDay({ ...appointment, eventDate: day }),
            { ...appointment, ...chosen, readyAt: appointment.readyAt && chosen.readyAt },
            appointment.countryCode,
          )}
      </p>
      <div className="row gap-8 wrapping">
        <Button disabled={!chosen} loading={pending} onClick={send}>
          {t('move.send')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
      </div>
    </section>
  )
}
