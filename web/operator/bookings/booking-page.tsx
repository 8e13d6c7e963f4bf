import { useId, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ActBears } from '#contract/operator/booking-acts.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ActsCard } from '#web/bookings/acts-card.tsx'
import { formatEventDay, formatReady, formatState } from '#web/appointments/booking-phrases.ts'
import { DayCard } from '#web/party/day-card.tsx'
import { SheetCard } from '#web/party/sheet-card.tsx'
import { FormsCard } from '#web/preparation/forms-card.tsx'
import { LinkedCards } from '#web/preparation/linked-cards.tsx'
import { MoneyCard, RefundCard } from '#web/billing/money-card.tsx'
import { PartyFields, listPartyPeople } from '#web/bookings/party-fields.tsx'
import { ActDialog, BearsField, bookingActMessages } from '#web/operator/booking-acts/act-dialog.tsx'
import { type Ending, EndingDialogs, endings, listEndings } from '#web/operator/booking-acts/ending-dialogs.tsx'
import { GoodwillDialog, getMaxGoodwill } from '#web/operator/booking-acts/ending-dialogs.tsx'
import { MoveDialog } from '#web/operator/booking-acts/move-dialog.tsx'
import { SwapDialog } from '#web/operator/booking-acts/move-dialog.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { moneyMessages } from '#web/operator/money/money-messages.ts'
import { BookingNotesCard } from '#web/operator/story/marks-card.tsx'
import { useReadTalk } from '#web/operator/story/story-card.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorBookingMessages } from './booking-messages.ts'
import { MailsDialog } from './mails-dialog.tsx'
import { MessageDialog } from './message-dialog.tsx'

const t = createTranslator(operatorBookingMessages)
const m = createTranslator(moneyMessages)
const a = createTranslator(bookingActMessages)

export const clientLoader = requireSession(async ({ params }) => {
  const of = { appointmentId: params['appointmentId'] ?? '' }
  const api = browserApi()
  const [booking, { notes }, { user }] = await Promise.all([
    api.operatorBookings.read(of),
    api.operatorStory.bookingNotes(of),
    api.accounts.me({}),
  ])
  return { ...booking, notes, money: hasDuty(user.duties, ['money']) }
})
export const HydrateFallback = Undetermined

export default function BookingPage() {
  const { appointment, disputeId, partner, party, notes, money } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const [composing, setComposing] = useState(false)
  const [mailsOpen, setMailsOpen] = useState(false)
  const [acting, setActing] = useState<'goodwill' | 'move' | 'change' | 'swap' | Ending | null>(null)
  const close = () => setActing(null)
  const cancel = () => {
    confirm({
      title: t('operator.booking.cancel.title'),
      text: t('operator.booking.cancel.text'),
      act: t('operator.booking.cancel'),
      danger: true,
      run: (reason, key) => browserApi().operatorBookings.cancel({ appointmentId: appointment.id, reason }, { key }),
    })
  }
  return (
    <ConsoleFrame
      title={t('operator.booking.title', { number: String(appointment.number) })}
      back={{ to: '/operator/bookings', label: t('operator.booking.back') }}
      acts={
        <>
          {disputeId && (
            <ButtonLink kind="secondary" size="small" to={`/operator/disputes/${disputeId}`}>
              {t('operator.booking.report')}
            </ButtonLink>
          )}
          <Button size="small" onClick={() => setComposing(true)}>
            {t('operator.message.title')}
          </Button>
          <MoreActs label={t('operator.booking.more')}>
            <Button kind="quiet" size="small" onClick={() => setMailsOpen(true)}>
              {t('operator.mails.title')}
            </Button>
            {appointment.state === 'booked' && (
              <>
                <Button kind="quiet" size="small" onClick={() => setActing('move')}>
                  {a('operator.move.title')}
                </Button>
                <Button kind="quiet" size="small" onClick={() => setActing('change')}>
                  {a('operator.change.title')}
                </Button>
                <Button kind="quiet" size="small" onClick={() => setActing('swap')}>
                  {a('operator.swap.title')}
                </Button>
              </>
            )}
            {money && getMaxGoodwill(appointment) > 0 && (
              <Button kind="quiet" size="small" onClick={() => setActing('goodwill')}>
                {a('operator.goodwill.title')}
              </Button>
            )}
            {listEndings(appointment, money).map((ending) => (
              <Button key={ending} kind="quiet" size="small" onClick={() => setActing(ending)}>
                {a(`operator.${ending}.title`)}
              </Button>
            ))}
            {appointment.may.cancel && (
              <Button kind="quiet" size="small" onClick={cancel}>
                {t('operator.booking.cancel')}
              </Button>
            )}
          </MoreActs>
        </>
      }>
      <FactStrip
        facts={[
          {
            label: t('operator.bookings.state'),
            value: formatState(appointment, 'operator'),
            note: appointment.endReason,
          },
          { label: t('operator.bookings.event'), value: appointment.event },
          {
            label: t('operator.bookings.date'),
            value: formatEventDay(appointment),
            note: formatReady(appointment),
          },
          { label: t('operator.booking.people'), value: appointment.people },
          {
            label: t('operator.bookings.total'),
            value: formatMoney(appointment.total, appointment.currency, { decimals: 'always', mixed: true }),
          },
          {
            label: t('operator.bookings.provider'),
            value: appointment.provider.name,
            to: `/operator/providers/${appointment.provider._id}`,
          },
          {
            label: m('operator.money.who'),
            value: appointment.customer.name,
            to: appointment.customer.id && `/operator/people/${appointment.customer.id}`,
          },
          { label: t('operator.booking.booked'), value: formatOperatorMoment(appointment.bookedAt) },
          partner && {
            label: t('operator.booking.partner'),
            value: partner.name,
            to: `/operator/partners/${partner.id}`,
          },
        ]}
      />
      <div className="two-columns">
        <div className="stack gap-24">
          <SheetCard appointment={appointment} />
          <DayCard appointment={appointment} />
          <BookingNotesCard appointmentId={appointment.id} notes={notes} />
        </div>
        <div className="stack gap-24">
          <LinkedCards appointment={appointment} />
          <FormsCard appointment={appointment} />
          <ActsCard appointment={appointment} />
          <PartyCard appointmentId={appointment.id} party={party} />
          <MoneyCard appointment={appointment} />
          {appointment.payments.length > 0 && (
            <TitledCard title={m('operator.payments')}>
              <ul className="stack gap-8">
                {appointment.payments.map((payment) => (
                  <li key={payment.id}>
                    <Link
                      className="link tap-target"
                      to={`/operator/payments/${payment.id}`}>{`${m(`operator.kind.${payment.kind}`)}, ${m(`operator.payment.state.${payment.state}`)}`}</Link>
                  </li>
                ))}
              </ul>
            </TitledCard>
          )}
          {appointment.state === 'booked' && <RefundCard appointment={appointment} />}
        </div>
      </div>
      <MessageDialog appointmentId={appointment.id} open={composing} onClose={() => setComposing(false)} />
      <MailsDialog appointmentId={appointment.id} open={mailsOpen} onClose={() => setMailsOpen(false)} />
      <MoveDialog
        key={`move ${appointment.sequence}`}
        appointment={appointment}
        open={acting === 'move'}
        onClose={close}
      />
      <ChangeDialog
        key={`change ${appointment.sequence}`}
        appointment={appointment}
        open={acting === 'change'}
        onClose={close}
      />
      <SwapDialog key={`swap ${appointment.id}`} appointment={appointment} open={acting === 'swap'} onClose={close} />
      <GoodwillDialog appointment={appointment} open={acting === 'goodwill'} onClose={close} />
      <EndingDialogs
        appointment={appointment}
        open={endings.find((ending) => ending === acting) ?? null}
        onClose={close}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

type Party = OutputOf<typeof operatorBookings.read>['party']

/** Bookings of all artists of a party, and their conversation for a stated reason. */
function PartyCard({ appointmentId, party }: { appointmentId: string; party: Party }) {
  const [read, dialogs] = useReadTalk()
  if (party.length === 0) return null
  const names = new Intl.ListFormat('en-GB').format(party.map(({ name }) => name))
  return (
    <TitledCard title={t('operator.booking.party')}>
      <ul className="stack gap-8">
        {party.map((one) => (
          <li key={one.appointmentId}>
            {one.appointmentId === appointmentId ? (
              <b className="bold">{one.name}</b>
            ) : (
              <Link className="link tap-target" to={`/operator/bookings/${one.appointmentId}`}>
                {t('operator.booking.party.one', { name: one.name, number: String(one.number) })}
              </Link>
            )}
            {(one.state === 'cancelled' || one.state === 'no_show') && (
              <span className="muted"> {t('operator.booking.party.gone')}</span>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button kind="secondary" size="small" onClick={() => read({ appointmentId, withName: names })}>
          {t('operator.booking.party.talk')}
        </Button>
      </div>
      {dialogs}
    </TitledCard>
  )
}

const tBookingAct = createTranslator(bookingActMessages)
const backs = ['whole', 'policy'] as const

interface ChangeProps {
  appointment: Appointment
  open: boolean
  onClose: () => void
}

function ChangeDialog({ appointment, open, onClose }: ChangeProps) {
  const id = useId()
  const [people, setPeople] = useState(() => listPartyPeople(appointment))
  const [bears, setBears] = useState<ActBears>('customer')
  const [back, setBack] = useState<(typeof backs)[number]>('whole')
  const asked = { appointmentId: appointment.id, people: [...people], bears, back }
  const wrong = (): Errors =>
    people.every(({ services }) => services.length > 0) ? {} : { form: tBookingAct('operator.change.error') }
  return (
    <ActDialog
      appointment={appointment}
      title={tBookingAct('operator.change.title')}
      text={tBookingAct('operator.change.text')}
      open={open}
      onClose={onClose}
      fields={() => (
        <>
          <PartyFields appointment={appointment} people={people} onChange={setPeople} />
          <BearsField value={bears} onChange={setBears} />
          {bears === 'customer' && (
            <fieldset className="stack gap-4">
              <legend className="field-label">{tBookingAct('operator.change.back')}</legend>
              {backs.map((one) => (
                <Radio key={one} name={id} value={one} checked={back === one} onChange={() => setBack(one)}>
                  {tBookingAct(`operator.change.back.${one}`)}
                </Radio>
              ))}
            </fieldset>
          )}
        </>
      )}
      wrong={wrong}
      preview={(reason) => browserApi().operatorBookings.previewChange({ ...asked, reason })}
      act={(said, key) => browserApi().operatorBookings.change({ ...asked, ...said }, { key })}
      label={tBookingAct('operator.change.act')}
      undo={tBookingAct('operator.act.undoChange')}
      onDone={() => {}}
    />
  )
}
