import { CalendarClock, CircleX, Flag, type LucideIcon, MessageCircle, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { PartyPerson } from '#contract/bookings/party-changes.ts'
import { toHundredths } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import {
  formatAmount,
  formatClockIn,
  formatDay,
  formatEventMoment,
  formatRefundMethod,
  getBookingTranslator,
  getFirstName,
} from '#web/appointments/booking-phrases.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { AgreedCard } from '#web/billing/agreed-card.tsx'
import { MoneyCard, RefundCard } from '#web/billing/money-card.tsx'
import { TipCard } from '#web/billing/tip-card.tsx'
import { SplitCard } from '#web/checkout/split-card.tsx'
import { DayCard, DayForm } from '#web/party/day-card.tsx'
import { GuestReviewLinks } from '#web/party/guest-review-links.tsx'
import { GuestsCard } from '#web/party/guests-card.tsx'
import { LiveDay } from '#web/party/live-day.tsx'
import { SheetCard } from '#web/party/sheet-card.tsx'
import { MatesCard } from '#web/party/teammates-card.tsx'
import { useMatesClock } from '#web/party/use-forecast.ts'
import { FormsCard } from '#web/preparation/forms-card.tsx'
import { LinkedCards } from '#web/preparation/linked-cards.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import nextStepsStyles from '#web/ui/next-steps.module.css'
import { Note } from '#web/ui/note.tsx'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { ActsCard } from './acts-card.tsx'
import { AgainCard } from './again-card.tsx'
import bookingViewStyles from './booking-view.module.css'
import { CancelDialog } from './cancel-dialog.tsx'
import { MoveForm, StandingMove } from './move-card.tsx'
import { PartyForm } from './party-form.tsx'
import { ProblemForm, StandingProblem } from './problem-card.tsx'

interface BookingViewProps {
  appointment: Appointment
  onChange: (next: Appointment) => void
  onReload: () => void
  fresh?: boolean
}

/** A booking for its customer: run sheet, day, payments and actions. */
export function BookingView({ appointment, onChange, onReload, fresh }: BookingViewProps) {
  const t = getBookingTranslator(appointment)
  const [doing, setDoing] = useState<'move' | 'party' | 'problem' | null>(null)
  const [asked, setAsked] = useState<PartyPerson[]>()
  const [cancelling, setCancelling] = useState(false)
  useMatesClock(appointment, onReload)
  const firstName = getFirstName(appointment.provider.name)
  const stands = appointment.state === 'booked'
  const parts = bookingParts[getBookingStage(appointment)]
  const email = appointment.payments[0]?.email ?? ''
  return (
    <div className={joinClasses('page-width main-and-aside', bookingViewStyles.bookingView)}>
      {stands && (
        <div className={joinClasses('card no-print', bookingViewStyles.acts)}>
          {appointment.conversationId && (
            <ButtonLink full to={`/customer-dashboard/messages/${appointment.conversationId}`}>
              <MessageCircle className="icon" aria-hidden="true" />
              {t('done.message', { firstName })}
            </ButtonLink>
          )}
          {appointment.may.move && doing !== 'move' && (
            <Act icon={CalendarClock} label={t('move.title')} onPress={() => setDoing('move')} />
          )}
          {appointment.may.move && doing !== 'party' && (
            <Act icon={UsersRound} label={t('party.title')} onPress={() => setDoing('party')} />
          )}
          {appointment.may.cancel && (
            <Act icon={CircleX} label={t('cancel.title')} onPress={() => setCancelling(true)} />
          )}
          {appointment.may.report && doing !== 'problem' && (
            <Act icon={Flag} label={t('problem.title')} onPress={() => setDoing('problem')} />
          )}
        </div>
      )}
      <div className={joinClasses('stack gap-24', bookingViewStyles.main)}>
        <Ended appointment={appointment} />
        <LiveDay {...appointment} name={appointment.provider.name} />
        <LinkedCards appointment={appointment} onChange={onChange} />
        {appointment.move && <StandingMove appointment={appointment} onChange={onChange} />}
        {appointment.problem && <StandingProblem appointment={appointment} onChange={onChange} />}
        {doing === 'move' && <MoveForm appointment={appointment} onChange={onChange} onClose={() => setDoing(null)} />}
        {doing === 'party' && (
          <PartyForm
            key={JSON.stringify(asked ?? null)}
            appointment={appointment}
            start={asked}
            onChange={onChange}
            onClose={() => {
              setDoing(null)
              setAsked(undefined)
            }}
          />
        )}
        {doing === 'problem' && (
          <ProblemForm appointment={appointment} onChange={onChange} onClose={() => setDoing(null)} email={email} />
        )}
        {parts.runSheet && (
          <div className={bookingViewStyles.sheetCard}>
            <SheetCard appointment={appointment} onChange={onChange} />
          </div>
        )}
        <MatesCard appointment={appointment} side="customer" />
        {stands && fresh && <AfterCard appointment={appointment} onChange={onChange} />}
        <DayCard appointment={appointment} onChange={onChange} />
        <GuestReviewLinks appointment={appointment} onChange={onChange} />
        <GuestsCard
          appointment={appointment}
          onChange={onChange}
          onReload={onReload}
          onPropose={(people) => {
            setAsked(people)
            setDoing('party')
          }}
        />
      </div>
      <aside className="stack gap-24">
        {stands && fresh && <NextCard appointment={appointment} />}
        {parts.again && appointment.state !== 'disputed' && !appointment.may.rescue && (
          <AgainCard appointment={appointment} />
        )}
        <FormsCard appointment={appointment} />
        {appointment.may.tip && <TipCard appointment={appointment} onPaid={onReload} />}
        <MoneyCard appointment={appointment} onPaid={onReload} />
        <AgreedCard appointment={appointment} onChange={onChange} />
        <SplitCard appointment={appointment} />
        <ActsCard appointment={appointment} />
        {parts.refunds && <RefundCard appointment={appointment} />}
      </aside>
      <CancelDialog
        appointment={appointment}
        open={cancelling}
        onClose={() => setCancelling(false)}
        onChange={onChange}
        onMove={() => setDoing('move')}
      />
    </div>
  )
}

const Act = ({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) => (
  <Button kind="quiet" size="small" className={bookingViewStyles.act} onClick={onPress}>
    <Icon className="icon" aria-hidden="true" />
    {label}
  </Button>
)

/** Shows the refund of a cancelled booking or no-show; hidden without one. */
function Ended({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const { state, cancelledBy, refunded, refundWaiting, rescueEnded, rescueUntil, may, noShowOf, provider } = appointment
  const waits = refundWaiting > 0
  const said = {
    name: provider.name,
    refund: formatAmount(refunded, appointment),
    waiting: formatAmount(refundWaiting, appointment),
    way: formatRefundMethod(appointment),
  }
  const describe = (): ReactNode => {
    if (state === 'no_show' && noShowOf === 'customer') return t('noShow.settled.customer')
    if (state === 'no_show') return t(waits ? 'noShow.settled.provider.waits' : 'noShow.settled.provider', said)
    if (state !== 'cancelled') return null
    if (cancelledBy === 'customer')
      return t(refunded === 0 ? 'cancel.done.none' : waits ? 'cancel.done.waits' : 'cancel.done', said)
    if (may.rescue && rescueUntil)
      return (
        <>
          {t('rescue.held', {
            refund: formatAmount(toHundredths(appointment.paid - refunded), appointment),
            way: formatRefundMethod(appointment),
            until: formatEventMoment(rescueUntil, appointment),
          })}{' '}
          <Link to={`/book/rescue/${appointment.id}`}>{t('rescue.act')}</Link>
        </>
      )
    if (rescueEnded === 'rebooked')
      return t(refunded === 0 ? 'rescue.rebooked' : waits ? 'rescue.rebooked.rest.waits' : 'rescue.rebooked.rest', said)
    return refunded > 0 ? t(waits ? 'rescue.over.waits' : 'rescue.over', said) : null
  }
  const text = describe()
  return text ? (
    <Note kind="info" answers>
      <p>{text}</p>
    </Note>
  ) : null
}

function NextCard({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const whole = appointment.refund.steps.findLast((step) => step.share === 100)
  const later = appointment.laterDeposit
  const said = {
    firstName: getFirstName(appointment.provider.name),
    clock: formatClockIn(appointment.startsAt, appointment.timeZone),
    balance: formatAmount(appointment.balance, appointment),
  }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="next">
      <h2 className="heading-3" id="next">
        {t('done.next.title')}
      </h2>
      <ul className={nextStepsStyles.steps}>
        <li>{t('done.next.today', said)}</li>
        {whole?.until && Date.parse(whole.until) > Date.now() && (
          <li>{t('done.next.refund', { date: formatEventMoment(whole.until, appointment) })}</li>
        )}
        {later && later.state !== 'paid' && (
          <li>
            {t('done.next.later', {
              date: formatDay(later.dueAt, appointment),
              amount: formatAmount(later.amount, appointment),
            })}
          </li>
        )}
        <li>{t('done.next.week')}</li>
        <li>{t('done.next.before')}</li>
        <li>{t(appointment.inFull ? 'done.next.day.whole' : 'done.next.day', said)}</li>
      </ul>
    </section>
  )
}

/** Asks for names, allergies and parking after the booking. Hidden once one of them is given. */
function AfterCard({ appointment, onChange }: { appointment: Appointment; onChange: (next: Appointment) => void }) {
  const { day, names } = appointment
  const [asked] = useState(() => !day.parking && !day.allergies && !names.some(Boolean))
  const [done, setDone] = useState(false)
  if (!asked || done || !appointment.may.change) return null
  const t = createTranslator(bookMessages, appointment.countryCode)
  const said = { firstName: getFirstName(appointment.provider.name) }
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="after-booking">
      <div>
        <h2 className="heading-3" id="after-booking">
          {t('book.after.title', said)}
        </h2>
        <p className="small muted">{t('book.after.text', said)}</p>
      </div>
      <DayForm
        after
        appointment={appointment}
        onDone={(next) => {
          setDone(true)
          if (next) onChange(next)
        }}
      />
    </section>
  )
}
