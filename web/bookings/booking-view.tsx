import {
  CalendarClock,
  CalendarPlus,
  CircleHelp,
  CircleX,
  Flag,
  type LucideIcon,
  MessageCircle,
  Printer,
  ReceiptText,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
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
import { isToReview, ReviewPrompt } from '#web/appointments/booking-rows.tsx'
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
import { TitledCard } from '#web/ui/titled-page.tsx'
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

/**
 * A booking for its customer: what to do, run sheet, day and payments. One that is over or off begins with what
 * happened and what is left to do, and has the plan of its day last.
 */
export function BookingView({ appointment, onChange, onReload, fresh }: BookingViewProps) {
  const [doing, setDoing] = useState<Doing>(null)
  const [asked, setAsked] = useState<PartyPerson[]>()
  const [cancelling, setCancelling] = useState(false)
  useMatesClock(appointment, onReload)
  const stands = appointment.state === 'booked'
  const stage = getBookingStage(appointment)
  const ended = stage === 'over' || stage === 'off'
  const parts = bookingParts[stage]
  const email = appointment.payments[0]?.email ?? ''
  const acts = <Acts appointment={appointment} doing={doing} onDo={setDoing} onCancel={() => setCancelling(true)} />
  const news = (
    <>
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
    </>
  )
  return (
    <div className={joinClasses('page-width main-and-aside', bookingViewStyles.bookingView)}>
      {ended ? <div className={joinClasses('stack gap-24', bookingViewStyles.news)}>{news}</div> : acts}
      {ended && (
        <aside className={joinClasses('stack gap-24 no-print', bookingViewStyles.beside)}>
          {!fresh && isToReview(appointment) && <ReviewPrompt booking={appointment} />}
          {acts}
          {appointment.may.tip && <TipCard appointment={appointment} onPaid={onReload} />}
          <MoneyCard appointment={appointment} onPaid={onReload} />
          <AgreedCard appointment={appointment} onChange={onChange} />
          <SplitCard appointment={appointment} />
          <ActsCard appointment={appointment} />
          {canBookAgain(appointment) && <AgainCard appointment={appointment} />}
        </aside>
      )}
      <div className={joinClasses('stack gap-24', bookingViewStyles.main)}>
        {!ended && news}
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
      {!ended && (
        <aside className="stack gap-24">
          {stands && fresh && <NextCard appointment={appointment} />}
          <FormsCard appointment={appointment} />
          {appointment.may.tip && <TipCard appointment={appointment} onPaid={onReload} />}
          <MoneyCard appointment={appointment} onPaid={onReload} />
          <AgreedCard appointment={appointment} onChange={onChange} />
          <SplitCard appointment={appointment} />
          <ActsCard appointment={appointment} />
          {parts.refunds && <RefundCard appointment={appointment} />}
        </aside>
      )}
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

type Doing = 'move' | 'party' | 'problem' | null

/** True if the page offers the same booking on another day: after it ended, unless its money is still to be decided. */
const canBookAgain = (appointment: Appointment): boolean =>
  bookingParts[getBookingStage(appointment)].again && appointment.state !== 'disputed' && !appointment.may.rescue

interface ActsProps {
  appointment: Appointment
  doing: Doing
  onDo: (next: Doing) => void
  onCancel: () => void
}

/** What the customer can do with the booking now, the likeliest first. */
function Acts({ appointment, doing, onDo, onCancel }: ActsProps) {
  const t = getBookingTranslator(appointment)
  const { may, conversationId, payments, provider } = appointment
  const firstName = getFirstName(provider.name)
  const again = canBookAgain(appointment)
  const paid = payments.find(({ state }) => state === 'captured')
  const stage = getBookingStage(appointment)
  const parts = bookingParts[stage]
  const ended = stage === 'over' || stage === 'off'
  return (
    <nav className={joinClasses('card no-print', bookingViewStyles.acts)} aria-label={t('done.acts')}>
      {may.rescue && (
        <ButtonLink full to={`/book/rescue/${appointment.id}`}>
          {t('rescue.act')}
        </ButtonLink>
      )}
      {again && (
        <ButtonLink full to="#again">
          <CalendarPlus className="icon" aria-hidden="true" />
          {t('again.title', { firstName })}
        </ButtonLink>
      )}
      {conversationId && (
        <ButtonLink
          full
          kind={may.rescue || again ? 'secondary' : 'primary'}
          to={`/customer-dashboard/messages/${conversationId}`}>
          <MessageCircle className="icon" aria-hidden="true" />
          {t('done.message', { firstName })}
        </ButtonLink>
      )}
      {may.move && doing !== 'move' && (
        <Act icon={CalendarClock} label={t('move.title')} onPress={() => onDo('move')} />
      )}
      {may.move && doing !== 'party' && (
        <Act icon={UsersRound} label={t('party.title')} onPress={() => onDo('party')} />
      )}
      {may.cancel && <Act icon={CircleX} label={t('cancel.title')} onPress={onCancel} />}
      {may.report && doing !== 'problem' && (
        <Act icon={Flag} label={t('problem.title')} onPress={() => onDo('problem')} />
      )}
      {ended && paid && (
        <LinkAct icon={ReceiptText} label={t('receipt.see')} to={`/customer-dashboard/receipts/${paid.id}`} />
      )}
      {ended && parts.print && <Act icon={Printer} label={t('done.print')} onPress={() => window.print()} />}
      {ended && <LinkAct icon={CircleHelp} label={t('done.help')} to="/content/help" />}
    </nav>
  )
}

const Act = ({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) => (
  <Button kind="quiet" size="small" className={bookingViewStyles.act} onClick={onPress}>
    <Icon className="icon" aria-hidden="true" />
    {label}
  </Button>
)

const LinkAct = ({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to: string }) => (
  <ButtonLink kind="quiet" size="small" className={bookingViewStyles.act} to={to}>
    <Icon className="icon" aria-hidden="true" />
    {label}
  </ButtonLink>
)

/** Says where the money of a cancelled booking or a no-show is, and when it ended. */
function Ended({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const { state, cancelledBy, paid, refunded, refundWaiting, rescueEnded, rescueUntil, may, noShowOf } = appointment
  const waits = refundWaiting > 0
  const kept = toHundredths(paid - refunded)
  const said = {
    name: appointment.provider.name,
    refund: formatAmount(refunded, appointment),
    waiting: formatAmount(refundWaiting, appointment),
    kept: formatAmount(kept, appointment),
    policy: createTranslator(bookMessages, appointment.countryCode)(`policy.${appointment.refund.policy}`),
    way: formatRefundMethod(appointment),
  }
  const describe = (): string => {
    if (state === 'no_show' && noShowOf === 'customer') return t('noShow.settled.customer')
    if (state === 'no_show') return t(waits ? 'noShow.settled.provider.waits' : 'noShow.settled.provider', said)
    if (may.rescue && rescueUntil)
      return t('rescue.held', { ...said, refund: said.kept, until: formatEventMoment(rescueUntil, appointment) })
    if (rescueEnded === 'rebooked')
      return t(refunded === 0 ? 'rescue.rebooked' : waits ? 'rescue.rebooked.rest.waits' : 'rescue.rebooked.rest', said)
    const told = cancelledBy === 'customer'
    const moved =
      refunded === 0
        ? told && t('cancel.done.none', said)
        : told
          ? t(waits ? 'cancel.done.waits' : 'cancel.done', said)
          : t(waits ? 'rescue.over.waits' : 'rescue.over', said)
    return [moved, paid === 0 ? t('cancel.done.unpaid') : kept > 0 && t('cancel.done.kept', said)]
      .filter(Boolean)
      .join(' ')
  }
  if (state !== 'cancelled' && state !== 'no_show') return null
  return (
    <TitledCard title={t('cancel.money')}>
      <Note kind="info" answers>
        <p>{describe()}</p>
      </Note>
      {appointment.endedAt && (
        <p className="small muted">
          {t(state === 'cancelled' ? 'cancel.done.at' : 'noShow.settled.at', {
            dateTime: formatEventMoment(appointment.endedAt, appointment),
          })}
        </p>
      )}
    </TitledCard>
  )
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
