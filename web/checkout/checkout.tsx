import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import type { Card, LockedQuote } from '#contract/search/quotes.ts'
import type { Requester, SavedSearch } from '#contract/search/search.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import type { MissingField } from '#web/payments/paying.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { ActKeys, useForm } from '#web/platform/use-form.ts'
import { BeforeStep, sendVisits, useVisits } from '#web/preparation/before-step.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { revealAfterRender } from '#web/ui/reveal.ts'
import { useInView } from '#web/ui/visibility.ts'
import {
  AgreeTerms,
  CheckoutFoot,
  CheckoutStep,
  GuardianConsent,
  HowMuch,
  LaterConsent,
  PolicyDetails,
  SlowNote,
} from './checkout-parts.tsx'
import checkoutStyles from './checkout.module.css'
import { DayFields, readDay } from './day-fields.tsx'
import { computeCreditsNow, HoldCredits } from './hold-credits.tsx'
import { HoldNote, MissingList } from './hold-note.tsx'
import { readRequester, RequesterFields, useRequester, validateRequester } from './requester-fields.tsx'
import { splitMessages } from './split-messages.ts'
import { LoggedOutNote, useCheckoutDraft } from './checkout-draft.tsx'
import { useHold } from './use-hold.ts'
import { VoidedNote } from './voided-note.tsx'
import { waitForAppointment } from './wait-for-appointment.ts'
import { computePersonShare, SharedNote, WhoPays } from './who-pays.tsx'

interface CheckoutProps {
  card: Card
  locked: LockedQuote
  search: SavedSearch
  given: Partial<Requester>
  now: number
  /** Summary, shown before the last step on phones and beside all steps elsewhere. */
  summary: ReactNode
  /** Called with the hold's price, which a promo code changes. */
  onPriced: (quote: LockedQuote) => void
  onBooked: (appointmentId: string) => void
  onShared: (holdId: string) => void
}

type Step = 'details' | 'day' | 'before' | 'pay'
const stepOf = (field: string): Step =>
  ['name', 'email', 'event', 'mobile'].includes(field) ? 'details' : field === 'address' ? 'day' : 'pay'

/**
 * Checkout steps while the time is on hold: details, day, trial or patch test, payment. Typed values survive all
 * errors.
 */
export function Checkout({ card, locked, search, given, now, summary, onPriced, onBooked, onShared }: CheckoutProps) {
  const country = search.countryCode
  const t = createTranslator(bookMessages, country)
  const form = useRef<HTMLFormElement>(null)
  const clearDraft = useCheckoutDraft(form, `${search.id} ${card._id}`)
  const [gaps, setGaps] = useState<readonly MissingField[]>([])
  const [paying, setPaying] = useState(false)
  const [voided, setVoided] = useState(false)
  // Paid, but the booking is not confirmed yet.
  const [slow, setSlow] = useState(false)
  const [keys] = useState(() => new ActKeys())
  const look = useForm()
  const book = useForm({ toasts: true })
  const [terms, setTerms] = useState(false)
  const [guardian, setGuardian] = useState(false)
  const [inFull, setInFull] = useState(false)
  const [person, setPerson] = useState<number | null>(null)
  const { told, tell, keep, remember, own, start, who } = useRequester(search, given, form)
  const [open, setOpen] = useState<Record<Step, boolean>>({ details: !told, day: told, before: false, pay: false })
  const [dayLine, setDayLine] = useState<string | null>(null)
  // A ref, because the response may arrive after the day is known.
  const dayKnown = useRef(false)
  dayKnown.current = dayLine !== null
  const { inView, ref: paymentRef } = useInView()
  // Mounted from then on, so that a typed card is not lost.
  const reached = useRef(false)
  reached.current ||= open.pay && told
  const wanted = { quoteId: search.id, profileId: card._id, type: locked.mode, hash: locked.hash }
  const { keeping, left, extend, again, replace, accept, settled, setKeeping } = useHold(told ? wanted : null)
  const quote = keeping.is === 'held' || keeping.is === 'lapsed' ? keeping.hold.quote : locked
  useEffect(() => onPriced(quote), [quote, onPriced])
  // Same rule as refunds, so that the shown amounts match exactly.
  const whole = { totalMinor: toMinor(quote.total), feeMinor: toMinor(quote.fee) }
  const dueNow = getDueNow(quote, inFull)
  const credits = keeping.is === 'held' ? keeping.hold.credits : []
  const { pays, cardMinor, paid } = computeCreditsNow(credits, toMinor(dueNow), whole.feeMinor)
  const share = credits.length ? null : computePersonShare(quote, inFull, person ?? 1, now)
  const split = share !== null && person !== null ? { person } : null
  const asked = share !== null && split ? share : toMajor(cardMinor)
  const firstName = card.name.split(' ')[0] ?? card.name
  const exactly = (amount: number) => formatMoney(amount, quote.currency, { decimals: 'always' })
  const kept = keeping.is === 'held' || keeping.is === 'lapsed' ? keeping.hold : null
  const lineOf = (address: string) => (locked.mode === 'mobile' ? address : t('book.studio.address'))
  useEffect(() => {
    if (told) setOpen((now) => (now.details ? { ...now, details: false, day: true, pay: false } : now))
  }, [told])
  const known = kept?.day ? lineOf(kept.day.address) : null
  // An earlier hold includes its day.
  useEffect(() => {
    if (!known) return
    setDayLine((line) => line ?? known)
    setOpen({ details: false, day: false, before: false, pay: true })
  }, [known])
  const visits = useVisits(keeping.is === 'held' ? keeping.hold : null, kept, setOpen)

  const focusOn = (selector: string) => revealAfterRender(() => document.querySelector<HTMLElement>(selector))
  const goTo = ({ field }: MissingField) => {
    setOpen((now) => ({ ...now, [stepOf(field)]: true }))
    focusOn(`main [name="${field}"]`)
  }
  /** Lists and marks missing fields and focuses the first. Returns whether none is missing. */
  const mark = (missing: readonly MissingField[]): boolean => {
    setGaps(missing)
    const steps = new Set(missing.map(({ field }) => stepOf(field)))
    if (missing[0]) {
      setOpen((now) => ({
        ...now,
        details: now.details || steps.has('details'),
        day: now.day || steps.has('day'),
        pay: true,
      }))
      goTo(missing[0])
    }
    return missing.length === 0
  }
  const wrongAt = (field: string) => gaps.find((gap) => gap.field === field)?.message ?? null
  const written = () => {
    const typed = new FormData(form.current ?? undefined)
    return { who: readRequester(typed), ...readDay(typed, { day: kept?.day ?? null, names: kept?.names ?? [] }) }
  }
  const gapsNow = (): MissingField[] => {
    const { who, day } = written()
    return [
      ...Object.entries(validateRequester(who, country)).map(([field, message]) => ({ field, message })),
      ...(locked.mode === 'mobile' && !day.address ? [{ field: 'address', message: t('book.address.error') }] : []),
      ...(search.forMinors && !guardian ? [{ field: 'guardian', message: t('book.guardian.error') }] : []),
      ...(terms ? [] : [{ field: 'terms', message: t('book.policy.error') }]),
    ]
  }
  const filled = (field: string) => setGaps((now) => now.filter((gap) => gap.field !== field))
  const goOn = async (step: Step) => {
    const { who, day } = written()
    if (step === 'details') {
      if (!(await keep(who, validateRequester(who, country)))) return
      const quick = dayLine === null && dayKnown.current
      setOpen((now) => ({ ...now, details: false, day: now.day || !dayKnown.current, pay: dayKnown.current }))
      // Fast users may already have completed the day: focus stays.
      if (!quick) focusOn(dayKnown.current ? '#pay' : '#day')
    } else if (step === 'day') {
      if (locked.mode === 'mobile' && !day.address) {
        setGaps([{ field: 'address', message: t('book.address.error') }])
        return focusOn('main [name="address"]')
      }
      setGaps([])
      setDayLine(lineOf(day.address))
      const last = visits.waits ? 'before' : 'pay'
      setOpen((now) => ({ ...now, day: false, [last]: true }))
      focusOn(`#${last}`)
    } else if (step === 'before') return sendVisits() || focusOn('#before')
    else document.querySelector('#card')?.scrollIntoView({ block: 'start' })
  }
  const openPayment = async (): Promise<PaymentView | null> => {
    const { who, day, names, shareNumber, smsReminders } = written()
    // Fast users may press before the hold's response.
    const stands = await settled()
    if (stands.is !== 'held') {
      focusOn('#hold')
      return null
    }
    remember(who)
    setDayLine(lineOf(day.address))
    try {
      const { payment } = await browserApi().bookings.pay(
        {
          holdId: stands.hold.id,
          requester: who,
          day,
          names,
          shareNumber,
          smsReminders,
          terms,
          guardian,
          inFull,
          split,
        },
        { key: keys },
      )
      keys.done()
      setPaying(true)
      // Nothing is left for a card, so it is booked.
      if (!payment) await done()
      return payment
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.status >= 500 || fault.status === 0) throw fault
      if (fault.code === 'visit_taken') {
        await visits.again()
        focusOn('#before')
        throw fault
      }
      if (fault.code === 'already_booked' || fault.code === 'hold_lapsed' || fault.code === 'slot_taken') {
        again()
        return null
      }
      const named = fault.errors.map(({ path, message }) => ({
        field: path.replace(/^(requester|day)\./, ''),
        message,
      }))
      if (fault.code === 'mobile_invalid') mark([{ field: 'mobile', message: fault.message }])
      else if (named.length) mark(named)
      else throw fault
      return null
    }
  }
  // Payment is authorised and the booking is created at the same time.
  const done = async () => {
    if (!kept) return
    clearDraft()
    if (split) return onShared(kept.id)
    const found = await look.run(() => waitForAppointment(() => browserApi().bookings.readHold({ holdId: kept.id })))
    if (found?.answer) onBooked(found.answer)
    else setSlow(true)
  }
  if (voided) return <VoidedNote search={search} />
  if (kept?.bill === 'open') return <SharedNote holdId={kept.id} />
  if (keeping.is === 'booked') {
    return (
      <Note kind="success">
        {t('book.booked', { firstName })}{' '}
        <Link to={`/book/booked/${keeping.appointmentId}`}>{t('book.booked.act')}</Link>
      </Note>
    )
  }
  const here: Step =
    open.details || !told ? 'details' : open.day ? 'day' : visits.some && open.before ? 'before' : 'pay'
  const next = (step: Step) => (
    <div className="row wide-only">
      <Button size="large" loading={step === 'details' && tell.pending} onClick={() => goOn(step)}>
        {t('book.next')}
      </Button>
    </div>
  )
  // Consent before the button, for all payment methods.
  const agree = (
    <>
      {search.forMinors && (
        <GuardianConsent
          country={country}
          agreed={guardian}
          wrong={wrongAt('guardian')}
          onChange={(agreed) => {
            setGuardian(agreed)
            filled('guardian')
          }}
        />
      )}
      <AgreeTerms
        country={country}
        firstName={firstName}
        inFull={inFull}
        agreed={terms}
        policy={quote.policy.kind}
        wrong={wrongAt('terms')}
        onChange={(agreed) => {
          setTerms(agreed)
          filled('terms')
        }}
      />
      <MissingList gaps={gaps} onSelect={goTo} />
    </>
  )
  return (
    <div className={checkoutStyles.bookGrid}>
      <div className="stack gap-24">
        <div id="hold" className="stack">
          <LoggedOutNote country={country} />
          {!told && <p className="muted">{t('book.details.first', { firstName })}</p>}
          {told && (
            <HoldNote
              keeping={keeping}
              left={left}
              country={country}
              searchId={search.id}
              paying={paying}
              onExtend={extend}
              onAgain={again}
              onReplace={replace}
              onAccept={() => keeping.is === 'changed' && accept(keeping.locked)}
            />
          )}
        </div>
        <form
          ref={form}
          className="stack gap-24"
          onChange={({ target }) => target instanceof Element && filled(target.getAttribute('name') ?? '')}
          onSubmit={(event) => {
            event.preventDefault()
            goOn(here)
          }}
          noValidate>
          <CheckoutStep
            n={1}
            id="details"
            title={t('book.section.details')}
            open={open.details}
            line={told ? [who.name, who.email].filter(Boolean).join(' · ') : null}
            onOpen={() => setOpen((now) => ({ ...now, details: true }))}>
            <RequesterFields
              country={country}
              own={own?.email ?? null}
              start={start}
              wrong={(field) => wrongAt(field) ?? tell.errors[field] ?? null}
            />
            {next('details')}
          </CheckoutStep>
          <CheckoutStep
            n={2}
            id="day"
            title={t('book.section.day')}
            open={told && open.day}
            line={dayLine}
            onOpen={() => setOpen((now) => ({ ...now, day: true }))}>
            <DayFields
              part="before"
              country={country}
              firstName={firstName}
              mode={locked.mode}
              given={kept?.day ?? {}}
              errors={{ address: wrongAt('address') ?? '' }}
              leave={{ share: false, sms: false }}
            />
            {next('day')}
          </CheckoutStep>
          {/* Implicit submission by Enter needs a submit button. */}
          <button type="submit" hidden />
        </form>
        {visits.before.is !== 'none' && told && visits.hold && (
          <BeforeStep
            key={visits.round}
            n={3}
            before={visits.before}
            hold={visits.hold}
            firstName={firstName}
            country={country}
            line={visits.line}
            timeZone={search.appointmentSpot.timeZone}
            open={open.before || visits.before.is === 'failed'}
            onOpen={() => setOpen((now) => ({ ...now, before: true }))}
            onAgain={visits.look}
            onKept={(hold, chosen, line) => {
              if (keeping.is === 'held') setKeeping({ ...keeping, hold })
              visits.keep(chosen, line)
              focusOn('#pay')
            }}
          />
        )}
      </div>
      <aside className={joinClasses('sticky-aside stack', checkoutStyles.aside)}>{summary}</aside>
      <CheckoutStep
        n={visits.some ? 4 : 3}
        id="pay"
        title={t(inFull ? 'book.section.pay.whole' : 'book.section.pay')}
        open={told && open.pay}
        line={null}
        onOpen={() => setOpen((now) => ({ ...now, pay: true }))}>
        {quote.balance > 0 && !quote.laterDeposit && (
          <HowMuch quote={quote} inFull={inFull} onChoose={setInFull} country={country} />
        )}
        {share !== null && <WhoPays quote={quote} amount={share} person={person} onChoose={setPerson} />}
        {keeping.is === 'held' && (
          <HoldCredits
            hold={keeping.hold}
            pays={pays}
            country={country}
            onChange={(hold) => setKeeping({ ...keeping, hold })}
          />
        )}
        <PolicyDetails
          quote={quote}
          paid={paid}
          dueNow={dueNow}
          way={credits.length === 0 ? 'card' : cardMinor === 0 ? 'voucher' : 'both'}
          name={card.name}
          search={search}
          now={now}
        />
        {reached.current &&
          (slow ? (
            <SlowNote country={country} waiting={look.pending} onLook={done} />
          ) : cardMinor === 0 ? (
            <div id="card" className="stack" ref={paymentRef}>
              {agree}
              <p>{t('credit.none')}</p>
              <Button size="large" full loading={book.pending} onClick={() => mark(gapsNow()) && book.run(openPayment)}>
                {t('credit.book')}
              </Button>
            </div>
          ) : (
            <div id="card" ref={paymentRef}>
              <PayForm
                country={country}
                amount={asked}
                currency={quote.currency}
                email={String(who.email ?? '')}
                label={
                  split
                    ? createTranslator(splitMessages)('who.pay', { amount: exactly(asked) })
                    : t('book.pay', { deposit: exactly(asked) })
                }
                isWhole={(card) => mark([...gapsNow(), ...card])}
                open={openPayment}
                onDone={done}
                onVoided={() => setVoided(true)}>
                {agree}
                {quote.laterDeposit && <LaterConsent quote={quote} later={quote.laterDeposit} country={country} />}
                <p className="small muted">{t(inFull ? 'book.pay.reserve.whole' : 'book.pay.reserve')}</p>
              </PayForm>
            </div>
          ))}
        <p className="small muted">
          {inFull ? t('book.pay.sub.whole') : t('book.pay.sub', { balance: exactly(quote.balance), firstName })}
        </p>
      </CheckoutStep>
      {!inView && (
        <CheckoutFoot
          quote={quote}
          dueNow={dueNow}
          country={country}
          waiting={tell.pending}
          onNext={() => goOn(here)}
        />
      )}
    </div>
  )
}
