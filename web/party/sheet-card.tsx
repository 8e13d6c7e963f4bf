import { ChevronDown, ChevronUp, Pencil } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { toHundredths } from '#contract/format.ts'
import type { Plan } from '#contract/search/quotes.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import {
  formatEventMoment,
  formatReady,
  getBookingTranslator,
  getFirstName,
} from '#web/appointments/booking-phrases.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'
import { formMessages } from '#web/preparation/form-messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { RunSheet } from '#web/ui/run-sheet.tsx'
import { GuestNotes } from './guest-notes.tsx'
import styles from './sheet-card.module.css'
import { type ForecastInput, useForecast } from './use-forecast.ts'

type Seen = ForecastInput & Pick<Appointment, 'countryCode' | 'timeZone' | 'names' | 'sequence' | 'changedAt'>

export function Sheet({ countryCode, timeZone, planned, said, elsewhere, names, sequence, changedAt }: Seen) {
  const { plan: own } = useForecast({ planned, said, elsewhere })
  const plan = addTeamLanes(own, elsewhere)
  const t = getBookingTranslator({ countryCode })
  const now = useMinutesHere()
  return (
    <div
      className={joinClasses('stack gap-12', styles.printSheet)}
      style={{ '--print-zoom': printZoom(plan) } as CSSProperties}>
      <RunSheet
        plan={plan}
        now={now}
        {...(elsewhere.length > 0
          ? { arrivals: plan.artists.map((_, lane) => (lane < own.artists.length ? own.arriveAt : null)) }
          : {})}
        words={{
          setUp: t('sheet.setup'),
          person: (n) => (n === 0 ? t('sheet.other') : names[n - 1] || t('sheet.person', { n })),
          ready: t('sheet.ready'),
          label: t('sheet.title'),
          now: (clock) => t('sheet.now', { clock }),
          spare: (n) => t('sheet.spare', { n }),
          wait: (wait) => t('sheet.wait', wait),
        }}
      />
      {(now === null || now < Date.parse(plan.doneAt)) && (
        <p className="small muted">{t('sheet.need', { n: plan.artists.length })}</p>
      )}
      {sequence > 0 && (
        <p className="micro hint">
          {t('sheet.updated', { dateTime: formatEventMoment(changedAt, { timeZone, countryCode }) })}
        </p>
      )}
    </div>
  )
}

/** Returns the plan with a lane for each other artist of the party, as they are expected to work. */
function addTeamLanes(plan: Plan, elsewhere: ForecastInput['elsewhere']): Plan {
  if (elsewhere.length === 0) return plan
  const mates = [...new Set(elsewhere.map(({ artist }) => artist))]
  const blocks = elsewhere.map(({ artist, person, label, from, to }) => ({
    artist,
    artistIndex: plan.artists.length + mates.indexOf(artist),
    person,
    serviceId: label,
    label,
    from,
    to,
  }))
  const [first] = [plan.arriveAt, ...blocks.map(({ from }) => from)].sort((a, b) => Date.parse(a) - Date.parse(b))
  const last = [plan.doneAt, ...blocks.map(({ to }) => to)].sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1)
  const doneAt = last ?? plan.doneAt
  const spare = plan.readyBy ? Math.round((Date.parse(plan.readyBy) - Date.parse(doneAt)) / 60_000) : plan.spareMinutes
  return {
    ...plan,
    arriveAt: first ?? plan.arriveAt,
    doneAt,
    spareMinutes: Math.max(0, spare),
    artists: [...plan.artists, ...mates],
    blocks: [...plan.blocks, ...blocks],
  }
}

/** Returns the print zoom that fits the longest day on a page. */
const printZoom = ({ arriveAt, doneAt, readyBy }: Plan): number => {
  const quarters = (Math.max(Date.parse(doneAt), Date.parse(readyBy ?? doneAt)) - Date.parse(arriveAt)) / 900_000
  return toHundredths(Math.min(0.86, 640 / (quarters * 31 + 160)))
}

export function SheetCard({
  appointment,
  onChange,
}: {
  appointment: Appointment
  onChange?: (next: Appointment) => void
}) {
  const t = getBookingTranslator(appointment)
  const [ordering, setOrdering] = useState(false)
  const people = peopleInOrder(appointment.plan)
  return (
    <div className="stack">
      <div className="row space-between wrapping">
        <h2 className="heading-2">{t('sheet.title')}</h2>
        {onChange && appointment.may.change && people.length > 1 && !ordering && (
          <Button kind="secondary" className="no-print" onClick={() => setOrdering(true)}>
            <Pencil className="icon" aria-hidden="true" />
            {t('sheet.order')}
          </Button>
        )}
      </div>
      <div className="card pad-24">
        {ordering && onChange ? (
          <OrderForm
            appointment={appointment}
            people={people}
            onDone={(next) => {
              setOrdering(false)
              if (next) onChange(next)
            }}
          />
        ) : (
          <div className="stack gap-12">
            <Sheet {...appointment} />
            <FormsLine appointment={appointment} />
            <GuestNotes appointment={appointment} />
            {appointment.inFull && <p className="bold">{t('pay.nothing')}</p>}
          </div>
        )}
      </div>
    </div>
  )
}

const peopleInOrder = (plan: Plan): number[] => [
  ...new Set([...plan.blocks].sort((a, b) => a.from.localeCompare(b.from)).map(({ person }) => person)),
]

function OrderForm({
  appointment,
  people,
  onDone,
}: {
  appointment: Appointment
  people: readonly number[]
  onDone: (next: Appointment | null) => void
}) {
  const t = getBookingTranslator(appointment)
  const [order, setOrder] = useState(people)
  const { pending, formError, run } = useForm({
    refusals: { order_cannot: () => t('sheet.order.cannot', { time: formatReady(appointment) }) },
  })
  const name = (person: number) => appointment.names[person - 1] || t('sheet.person', { n: person })
  const swap = (at: number, by: 1 | -1) =>
    setOrder((known) =>
      known.map((person, i) =>
        i === at ? (known[at + by] ?? person) : i === at + by ? (known[at] ?? person) : person,
      ),
    )
  const save = async () => {
    const done = await run((key) =>
      browserApi().bookings.change(
        { appointmentId: appointment.id, order: [...order] },
        { key, showToastOnSuccess: t('sheet.order.saved', { firstName: getFirstName(appointment.provider.name) }) },
      ),
    )
    if (done) onDone(done.answer.appointment)
  }
  return (
    <div className="stack">
      <ol className="stack gap-8">
        {order.map((person, at) => (
          <li key={person} className="row space-between">
            <b className="bold">{`${at + 1}. ${name(person)}`}</b>
            <span className="row">
              <IconButton
                label={t('sheet.order.earlier', { name: name(person) })}
                disabled={at === 0}
                onClick={() => swap(at, -1)}>
                <ChevronUp className="icon" aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('sheet.order.later', { name: name(person) })}
                disabled={at === order.length - 1}
                onClick={() => swap(at, 1)}>
                <ChevronDown className="icon" aria-hidden="true" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="row gap-8 wrapping">
        <Button loading={pending} onClick={save}>
          {t('sheet.order.save')}
        </Button>
        <Button kind="secondary" onClick={() => onDone(null)}>
          {t('sheet.order.keep')}
        </Button>
      </div>
    </div>
  )
}

/** Whether the forms are signed, in a line; hidden without forms, and without signatures once the day is over. */
function FormsLine({ appointment }: { appointment: Appointment }) {
  const { forms, countryCode } = appointment
  const t = createTranslator(formMessages, countryCode)
  const signed = forms.every(({ signedAt }) => signedAt)
  if (forms.length === 0 || !(signed || bookingParts[getBookingStage(appointment)].preparation)) return null
  return <p className="bold">{t(signed ? 'forms.sheet.signed' : 'forms.sheet.open')}</p>
}
