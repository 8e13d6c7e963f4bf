import {
  CalendarClock,
  CalendarPlus,
  Check,
  CircleX,
  Flag,
  MessageCircle,
  Navigation,
  Printer,
  Users,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DayCard } from '#web/party/day-card.tsx'
import {
  formatAmount,
  formatClockIn,
  formatEventDay,
  formatReady,
  formatShortPlace,
  formatState,
  getBookingTranslator,
  getFirstName,
} from '#web/appointments/booking-phrases.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { ActsCard } from '#web/bookings/acts-card.tsx'
import { FormsCard } from '#web/preparation/forms-card.tsx'
import { PicturedCard } from '#web/reviews/before-after/pictured-card.tsx'
import { GuestsCard } from '#web/party/guests-card.tsx'
import { MoneyCard, RefundCard } from '#web/billing/money-card.tsx'
import { StandingMove } from '#web/bookings/move-card.tsx'
import { PartyForm } from '#web/bookings/party-form.tsx'
import { LinkedCards } from '#web/preparation/linked-cards.tsx'
import { ProblemForm, StandingProblem } from '#web/bookings/problem-card.tsx'
import { MatesCard } from '#web/party/teammates-card.tsx'
import { useDayOutbox } from '#web/party/use-day-outbox.ts'
import { useMatesClock } from '#web/party/use-forecast.ts'
import { SheetCard } from '#web/party/sheet-card.tsx'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink, getButtonClasses } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { InMind } from '#web/search/looks/look-shown.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { CancelForProvider } from './cancel-for-provider.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { WayCard } from './way-card.tsx'
import { RefusedEntries } from './refused-words.tsx'
import { WorkCard } from './work-card.tsx'

export const clientLoader = requireSession(async ({ params }) => {
  const appointmentId = params['appointmentId'] as string
  const { providerBookings } = browserApi()
  const [{ appointment }, { way }] = await Promise.all([
    providerBookings.read({ appointmentId }),
    // The page works without the map.
    providerBookings.readSharedLocation({ appointmentId }).catch(() => ({ way: null })),
  ])
  return { appointment, way }
})

/** An appointment for its artist: run sheet, day updates, money and actions. */
export default function AppointmentPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [known, setAppointment] = useState(loaded.appointment)
  useEffect(() => setAppointment(loaded.appointment), [loaded.appointment])
  const read = async () => {
    setAppointment((await browserApi().providerBookings.read({ appointmentId: loaded.appointment.id })).appointment)
  }
  const box = useDayOutbox(known, () => read().catch(() => {}))
  const { appointment } = box
  const t = useDashboardMessages()
  const [parameters] = useSearchParams()
  /** A new time from the calendar, like `2027-02-03T13:30`. */
  const wanted = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.exec(parameters.get('move') ?? '')?.[0]
  const canMove = appointment.state === 'booked' && appointment.may.move
  const [doing, setDoing] = useState<'move' | 'party' | 'problem' | 'cancel' | null>(wanted && canMove ? 'move' : null)
  useLive(['appointment.'], async (event) => {
    // On failure the page stays; the next event triggers a retry.
    if (event.kind === 'missed' || event.ref === appointment.id) await read().catch(() => {})
  })
  useMatesClock(appointment, () => void read().catch(() => {}))
  const { may, day, mode } = appointment
  const parts = bookingParts[getBookingStage(appointment)]
  const firstName = getFirstName(appointment.customer.name)
  const where = mode === 'mobile' ? day.address : ''
  const directions = where && parts.preparation ? `${where}, ${appointment.place}` : null
  const clock = (instant: string) => formatClockIn(instant, appointment.timeZone)
  const looks = appointment.lines.flatMap(({ kind, label, count }) =>
    kind === 'look' ? [count > 1 ? `${count} × ${label}` : label] : [],
  )
  const isOver = appointment.state === 'cancelled' || appointment.state === 'no_show'
  const close = () => setDoing(null)
  return (
    <DashboardFrame
      title={t('appointments.title', { name: firstName, date: formatEventDay(appointment) })}
      text={`${appointment.event}, ${t('appointments.ready', { time: formatReady(appointment) })}`}
      back={{ to: '/dashboard/appointments', label: t('dashboard.appointments') }}
      acts={
        <div className="row gap-8 wrapping no-print">
          {appointment.conversationId && (
            <ButtonLink
              kind={may.work || may.addSide ? 'secondary' : 'primary'}
              size="small"
              to={`/dashboard/messages/${appointment.conversationId}`}>
              <MessageCircle className="icon" aria-hidden="true" />
              {t('appointments.message', { firstName })}
            </ButtonLink>
          )}
          {directions && (
            <a
              className={getButtonClasses({
                kind: appointment.conversationId || may.work ? 'secondary' : 'primary',
                size: 'small',
              })}
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(directions)}`}
              target="_blank"
              rel="noreferrer">
              <Navigation className="icon" aria-hidden="true" />
              {t('day.directions')}
            </a>
          )}
          <MoreActs label={t('appointments.more')}>
            {parts.calendarLink && (
              <Button
                kind="quiet"
                size="small"
                onClick={() => downloadFile('primp.ics', appointment.calendarFile ?? '', 'text/calendar')}>
                <CalendarPlus className="icon" aria-hidden="true" />
                {t('appointments.calendar')}
              </Button>
            )}
            {parts.print && (
              <Button kind="quiet" size="small" onClick={() => window.print()}>
                <Printer className="icon" aria-hidden="true" />
                {t('appointments.print')}
              </Button>
            )}
            {canMove && (
              <Button kind="quiet" size="small" onClick={() => setDoing('move')}>
                <CalendarClock className="icon" aria-hidden="true" />
                {t('appointments.move')}
              </Button>
            )}
            {canMove && (
              <Button kind="quiet" size="small" onClick={() => setDoing('party')}>
                <Users className="icon" aria-hidden="true" />
                {getBookingTranslator(appointment)('party.title')}
              </Button>
            )}
            {appointment.state === 'booked' && may.report && (
              <Button kind="quiet" size="small" onClick={() => setDoing('problem')}>
                <Flag className="icon" aria-hidden="true" />
                {t('appointments.problem')}
              </Button>
            )}
            {appointment.state === 'booked' && may.cancel && (
              <Button kind="quiet" size="small" onClick={() => setDoing('cancel')}>
                <CircleX className="icon" aria-hidden="true" />
                {t('appointments.cancel')}
              </Button>
            )}
          </MoreActs>
        </div>
      }>
      {appointment.state !== 'booked' && !may.addSide && (
        <Note kind={appointment.state === 'completed' ? 'success' : 'info'} answers>
          {formatState(appointment, 'provider')}
          {appointment.endReason && `: ${appointment.endReason}`}
        </Note>
      )}
      <RefusedEntries refused={box.refused} onLeave={box.leave} />
      {appointment.move && <StandingMove appointment={appointment} onChange={setAppointment} />}
      {appointment.problem && <StandingProblem appointment={appointment} onChange={setAppointment} />}
      {wanted && !canMove && <Note kind="info">{t('appointments.move.closed', { firstName })}</Note>}
      {doing === 'move' && (
        <MoveAsked appointment={appointment} wanted={wanted} onChange={setAppointment} onClose={close} />
      )}
      {doing === 'party' && <PartyForm appointment={appointment} onChange={setAppointment} onClose={close} />}
      {doing === 'problem' && (
        <ProblemForm appointment={appointment} onChange={setAppointment} onClose={close} email="" />
      )}
      <FactStrip
        facts={[
          {
            label: t('appointments.fact.when'),
            value: t('appointments.fact.span', { from: clock(appointment.startsAt), to: clock(appointment.endsAt) }),
            note: formatEventDay(appointment),
          },
          {
            label: t('appointments.fact.where'),
            value: where || appointment.studioAddress || formatShortPlace(appointment.place),
            note: where ? formatShortPlace(appointment.place) : null,
          },
          {
            label: t('appointments.fact.who'),
            value: appointment.customer.name,
            note: t('appointments.fact.people', { n: appointment.people }),
          },
          { label: t('appointments.fact.what'), value: looks.join(', '), note: appointment.event },
          !isOver &&
            appointment.earnings !== null && {
              label: t('appointments.fact.earn'),
              isScreenOnly: true,
              value: formatAmount(appointment.earnings, appointment),
              note:
                appointment.balance > 0 && !appointment.balancePaid
                  ? t('appointments.fact.due', { balance: formatAmount(appointment.balance, appointment) })
                  : null,
            },
        ]}
      />
      <div className="two-columns">
        <div className="stack gap-24">
          <LinkedCards appointment={appointment} onChange={setAppointment} />
          {may.work && <WorkCard appointment={appointment} box={box} />}
          {parts.runSheet && <SheetCard appointment={appointment} />}
          <MatesCard appointment={appointment} side="provider" />
          <FormsCard appointment={appointment} />
          <DayCard appointment={appointment} />
          {appointment.inMind && (
            <TitledCard title={t('appointments.inMind')}>
              <InMind look={appointment.inMind} country={appointment.countryCode} />
            </TitledCard>
          )}
          <GuestsCard appointment={appointment} />
          <PicturedCard appointment={appointment} />
        </div>
        <div className="stack gap-24">
          <MoneyCard appointment={appointment} />
          {appointment.customerScore && (
            <p className="row gap-8 wrapping no-print">
              <span className="small muted">{t('appointments.score', { firstName })}</span>
              <Rating rating={appointment.customerScore.score} reviews={appointment.customerScore.count} />
            </p>
          )}
          <ActsCard appointment={appointment} />
          {may.recordBalance && <RecordBalance appointment={appointment} onChange={setAppointment} />}
          {loaded.way && appointment.state === 'booked' && (
            <WayCard way={loaded.way} country={appointment.countryCode} />
          )}
          <ClientNote appointment={appointment} />
          {parts.refunds && <RefundCard appointment={appointment} />}
        </div>
      </div>
      <CancelForProvider
        appointment={appointment}
        open={doing === 'cancel'}
        onClose={close}
        onChange={setAppointment}
      />
    </DashboardFrame>
  )
}

interface PartProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
}

function RecordBalance({ appointment, onChange }: PartProps) {
  const t = useDashboardMessages()
  const { pending, run } = useForm({ toasts: true })
  const record = async () => {
    const done = await run((key) =>
      browserApi().providerBookings.change({ appointmentId: appointment.id, act: 'recordBalance' }, { key }),
    )
    if (done) onChange(done.answer.appointment)
  }
  return (
    <Button full loading={pending} className="no-print" onClick={record}>
      <Check className="icon" aria-hidden="true" />
      {t('appointments.balance', { balance: formatAmount(appointment.balance, appointment) })}
    </Button>
  )
}

function ClientNote({ appointment }: { appointment: Appointment }) {
  const t = useDashboardMessages()
  const [note, setNote] = useState(appointment.note ?? '')
  const [kept, setKept] = useState(appointment.note ?? '')
  const { pending, run } = useForm({ toasts: true })
  if (!appointment.customer.id) return null
  const save = async () => {
    const done = await run((key) =>
      browserApi().providerBookings.change(
        { appointmentId: appointment.id, act: 'note', note },
        { key, showToastOnSuccess: t('clients.saved') },
      ),
    )
    if (done) setKept(note)
  }
  return (
    <TitledCard title={t('clients.note')} className="no-print">
      <TextAreaField
        label={t('clients.note.label', { name: getFirstName(appointment.customer.name) })}
        hint={t('clients.note.hint')}
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        maxLength={4000}
      />
      <div className="row gap-8">
        <Button kind="secondary" size="small" loading={pending} disabled={note === kept} onClick={save}>
          {t('clients.save')}
        </Button>
        <Link className="link tap-target" to="/dashboard/clients">
          {t('dashboard.clients')}
        </Link>
      </div>
    </TitledCard>
  )
}

function MoveAsked({ appointment, wanted, onChange, onClose }: PartProps & { wanted?: string; onClose: () => void }) {
  const t = useDashboardMessages()
  const [day, setDay] = useState(wanted?.slice(0, 10) ?? appointment.eventDate)
  const [at, setAt] = useState(wanted?.slice(11) ?? (appointment.readyAt ?? appointment.endsAt).slice(11, 16))
  const { pending, formError, run } = useForm()
  const firstName = getFirstName(appointment.customer.name)
  const send = async () => {
    const done = await run((key) =>
      browserApi().providerBookings.change(
        { appointmentId: appointment.id, act: 'proposeMove', to: { eventDate: day, finishTime: at } },
        { key },
      ),
    )
    if (!done) return
    onChange(done.answer.appointment)
    onClose()
  }
  return (
    <TitledCard title={t('appointments.move')} className="no-print">
      <p>{t('appointments.move.text', { firstName })}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}>
        <div className="field-grid even">
          <TextField
            label={t('appointments.move.day')}
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
            required
          />
          <TextField
            label={t('appointments.move.ready')}
            type="time"
            step={300}
            value={at}
            onChange={(event) => setAt(event.target.value)}
            required
          />
        </div>
        {formError && <Note kind="error">{formError}</Note>}
        <div className="row gap-8">
          <Button type="submit" loading={pending}>
            {t('appointments.move.send')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('confirm.back')}
          </Button>
        </div>
      </form>
    </TitledCard>
  )
}

export { DashboardError as ErrorBoundary }
