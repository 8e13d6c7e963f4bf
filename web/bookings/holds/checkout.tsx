import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { money } from '#contract/format.ts'
import { major, minor } from '#contract/money.ts'
import type { ShownPayment } from '#contract/payments/payments.ts'
import { refundSums } from '#contract/payments/refund.ts'
import type { Card, LockedQuote } from '#contract/search/quotes.ts'
import type { Requester, SavedSearch } from '#contract/search/search.ts'
import { reader } from '#contract/words.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { detailsWords } from '#web/search/details/details-words.ts'
import { storeDetails, keptDetails, ownDetails } from '#web/search/details/kept-details.ts'
import { ActKeys } from '#web/platform/api/act-keys.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { DayFields, looksOf, readDay } from './day-fields.tsx'
import { HoldNote } from './hold-note.tsx'
import { HowMuch } from './how-much.tsx'
import { RefundTimeline } from '#web/bookings/money/refund-timeline.tsx'
import { splitWords } from '#web/bookings/split/split-words.ts'
import { ownShare, SharedNote, WhoPays } from '#web/bookings/split/who-pays.tsx'
import { VoidedNote } from './voided-note.tsx'
import { SlowNote } from './slow-note.tsx'
import { useHold } from './use-hold.ts'
import { waitForAppointment } from './wait-for-appointment.ts'
import { creditsNow } from '#web/bookings/credits/credits-now.ts'
import { HoldCredits } from '#web/bookings/credits/hold-credits.tsx'
import { bookWords } from '#web/bookings/words.ts'

interface CheckoutProps {
  card: Card
  locked: LockedQuote
  search: SavedSearch
  given: Partial<Requester>
  people: number
  now: number
  /** Told of the price of the kept time, which a promo code changes. */
  onPriced: (quote: LockedQuote) => void
  onBooked: (appointmentId: string) => void
  onShared: (holdId: string) => void
}

type Whole = Pick<Requester, 'name' | 'email' | 'event' | 'mobile'>
const isWhole = (of: Partial<Requester>): of is Partial<Requester> & Whole =>
  Boolean(of.name && of.email && of.event && of.mobile)

const email = /^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/

/** Your details, the day and the deposit on one page, while the time is kept; nothing is lost whatever the server or the bank says. */
export function Checkout({ card, locked, search, given, people, now, onPriced, onBooked, onShared }: CheckoutProps) {
  const country = search.countryCode
  const t = reader(bookWords, country)
  const d = reader(detailsWords, country)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [paying, setPaying] = useState(false)
  const [voided, setVoided] = useState(false)
  // Paid, and the appointment is not there yet.
  const [slow, setSlow] = useState(false)
  const [keys] = useState(() => new ActKeys())
  const look = useAct()
  const book = useAct({ toasts: true })
  const [terms, setTerms] = useState(false)
  const [inFull, setInFull] = useState(false)
  const [person, setPerson] = useState<number | null>(null)
  const wanted = { quoteId: search.id, profileId: card._id, type: locked.mode, hash: locked.hash }
  // A time is kept for somebody: who that is comes first, where the search does not know it yet.
  const [told, setTold] = useState(() => isWhole(given))
  const tell = useAct({ form, toasts: true })
  const { keeping, left, again, accept, settled, setKeeping } = useHold(told ? wanted : null)
  const quote = keeping.is === 'held' || keeping.is === 'lapsed' ? keeping.hold.quote : locked
  useEffect(() => onPriced(quote), [quote, onPriced])
  // The rule that also pays it back, so that not a penny is shown that does not come.
  const whole = { totalMinor: minor(quote.total), feeMinor: minor(quote.fee) }
  const dueNow = inFull ? quote.total : quote.deposit
  const credits = keeping.is === 'held' ? keeping.hold.credits : []
  const { pays, cardMinor, paid } = creditsNow(credits, minor(dueNow), whole.feeMinor)
  const share = credits.length ? null : ownShare(quote, inFull, person ?? 1, now)
  const split = share !== null && person !== null ? { person } : null
  const asked = share !== null && split ? share : major(cardMinor)
  const firstName = card.name.split(' ')[0] ?? card.name
  const exactly = (amount: number) => money(amount, quote.currency, { decimals: 'always' })
  // Known in the browser alone: what the server sent is the same for everyone.
  const [known, setKnown] = useState<{ own: ReturnType<typeof ownDetails>; kept: ReturnType<typeof keptDetails> }>({
    own: null,
    kept: null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when the search turns out to be somebody's own
  useEffect(() => {
    const here = { own: ownDetails(localStorage), kept: keptDetails(sessionStorage) }
    setKnown(here)
    const all = { ...here.own, ...here.kept, ...given }
    if (isWhole(given)) setTold(true)
    else if (isWhole(all)) keep(all)
  }, [given])
  const start = { ...known.own, ...known.kept, ...given }
  const looks = looksOf(quote)
  const kept = keeping.is === 'held' || keeping.is === 'lapsed' ? keeping.hold : null

  async function keep({ name, email: address, event, mobile }: Whole, wrong: Record<string, string> = {}) {
    const { timeConstraint } = search.appointmentSpot
    const who = { name, email: address, event, mobile }
    const saved = await tell.run(
      () => browserApi().quotes.saveDetails({ quoteId: search.id, ...who, timeConstraint }),
      { wrong },
    )
    if (!saved) return false
    storeDetails(sessionStorage, who)
    setTold(true)
    return true
  }
  const refuse = (wrong: Record<string, string>) => {
    setErrors(wrong)
    requestAnimationFrame(() => {
      const first =
        form.current?.querySelector<HTMLElement>('[aria-invalid]') ?? document.querySelector<HTMLElement>('#terms')
      first?.focus()
      first?.scrollIntoView({ block: 'center' })
    })
    return null
  }
  const whoIn = (typed: FormData): Whole => {
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    return { name: text('name'), email: text('email'), event: text('event'), mobile: text('mobile') }
  }
  const wrongWith = (who: Whole): Record<string, string> => ({
    ...(who.name ? {} : { name: d('details.error.name') }),
    ...(who.email
      ? email.test(who.email)
        ? {}
        : { email: d('details.error.emailInvalid') }
      : { email: d('details.error.email') }),
    ...(who.event ? {} : { event: d('details.error.event') }),
    ...(who.mobile ? {} : { mobile: d('details.error.mobile') }),
  })
  const keepFor = async () => {
    const who = form.current && whoIn(new FormData(form.current))
    if (who && (await keep(who, wrongWith(who))))
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#day')?.focus())
  }
  const open = async (): Promise<ShownPayment | null> => {
    if (!form.current) return null
    const typed = new FormData(form.current)
    const who = whoIn(typed)
    const { day, names, shareNumber, smsReminders } = readDay(typed, people)
    const wrong: Record<string, string> = {
      ...wrongWith(who),
      ...(locked.mode === 'mobile' && !day.address ? { 'day.address': t('book.address.error') } : {}),
      ...(terms ? {} : { terms: t('book.policy.error') }),
    }
    if (Object.keys(wrong).length) return refuse(wrong)
    setErrors({})
    // Whoever is quick presses while the time is still being asked for.
    const stands = await settled()
    if (stands.is !== 'held') {
      document.querySelector('#hold')?.scrollIntoView({ block: 'center' })
      return null
    }
    storeDetails(sessionStorage, who)
    try {
      const { payment } = await browserApi().bookings.pay(
        { holdId: stands.hold.id, requester: who, day, names, shareNumber, smsReminders, terms, inFull, split },
        { key: keys },
      )
      keys.done()
      setPaying(true)
      // Nothing is left for a card: it is booked.
      if (!payment) await done()
      return payment
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.status >= 500 || fault.status === 0) throw fault
      if (fault.code === 'already_booked' || fault.code === 'hold_lapsed' || fault.code === 'slot_taken') {
        again()
        return null
      }
      const named = Object.fromEntries(
        fault.errors.map(({ path, message }) => [path.replace('requester.', ''), message]),
      )
      if (fault.code === 'mobile_invalid') return refuse({ mobile: fault.message })
      if (Object.keys(named).length) return refuse(named)
      throw fault
    }
  }
  // The bank has said yes; the appointment stands in the same moment.
  const done = async () => {
    if (!kept) return
    if (split) return onShared(kept.id)
    const found = await look.run(() => waitForAppointment(() => browserApi().bookings.readHold({ holdId: kept.id })))
    if (found?.answer) onBooked(found.answer)
    else setSlow(true)
  }
  // What stands before the button, however it is paid.
  const before = (
    <>
      {quote.balance > 0 && <HowMuch quote={quote} inFull={inFull} onChoose={setInFull} country={country} />}
      <div className="stack gap-8">
        <Checkbox
          id="terms"
          name="terms"
          checked={terms}
          onChange={(event) => setTerms(event.target.checked)}
          aria-invalid={errors['terms'] ? true : undefined}>
          {t('book.policy.agree', { policy: t(`policy.${quote.policy.kind}`) })}{' '}
          <Link to="/content/legals-customers" target="_blank" className="link">
            {t('book.policy.terms')}
          </Link>
        </Checkbox>
        {errors['terms'] && <FieldError>{errors['terms']}</FieldError>}
      </div>
      {keeping.is === 'held' && (
        <HoldCredits
          hold={keeping.hold}
          pays={pays}
          country={country}
          onChange={(hold) => setKeeping({ ...keeping, hold })}
        />
      )}
    </>
  )
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
  return (
    <>
      <div id="hold">
        {!told && <p className="muted">{t('book.details.first', { firstName })}</p>}
        {told && (
          <HoldNote
            keeping={keeping}
            left={left}
            country={country}
            searchId={search.id}
            paying={paying}
            onAgain={again}
            onAccept={() => keeping.is === 'changed' && accept(keeping.locked)}
          />
        )}
      </div>
      <form
        ref={form}
        className="stack gap-24"
        onSubmit={(event) => {
          event.preventDefault()
          if (!told) keepFor()
        }}
        noValidate>
        <section className="card pad-32 stack" aria-labelledby="details">
          <h2 className="heading-3" id="details">
            {t('book.section.details')}
          </h2>
          {known.own && <p className="muted">{t('book.details.have', { email: known.own.email })}</p>}
          <div className="field-grid even">
            <TextField
              label={d('details.name')}
              name="name"
              autoComplete="name"
              defaultValue={start.name}
              error={errors['name'] ?? tell.errors['name'] ?? null}
              required
            />
            <TextField
              label={d('details.email')}
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={start.email}
              error={errors['email'] ?? tell.errors['email'] ?? null}
              required
            />
          </div>
          <div className="field-grid even">
            <TextField
              label={d('details.event')}
              name="event"
              placeholder={d('details.event.placeholder')}
              defaultValue={start.event}
              error={errors['event'] ?? tell.errors['event'] ?? null}
              required
            />
            <TextField
              label={d('details.mobile')}
              name="mobile"
              type="tel"
              autoComplete="tel"
              defaultValue={start.mobile}
              error={errors['mobile'] ?? tell.errors['mobile'] ?? null}
              hint={d('details.mobile.note')}
              required
            />
          </div>
          {!told && (
            <div id="pay" className="row">
              <Button type="submit" size="large" loading={tell.waiting}>
                {t('book.details.next')}
              </Button>
            </div>
          )}
        </section>
        {told && (
          <section className="card pad-32 stack" aria-labelledby="day">
            <h2 className="heading-3" id="day" tabIndex={-1}>
              {t('book.section.day')}
            </h2>
            <DayFields
              country={country}
              firstName={firstName}
              mode={locked.mode}
              people={looks}
              given={kept?.day ?? {}}
              names={kept?.names ?? []}
              errors={errors}
              leave={{ share: false, sms: false }}
            />
          </section>
        )}
      </form>
      {told && (
        <>
          <section className="card pad-32 stack" aria-labelledby="policy">
            <h2 className="heading-3" id="policy">
              {t('book.policy.title')}
            </h2>
            <p className="title">{t('refund.title')}</p>
            <RefundTimeline
              steps={quote.policy.steps.map((step) => {
                const sums = refundSums(paid, whole, step.share)
                return {
                  ...step,
                  refund: major(sums.refundMinor),
                  keptByProvider: major(sums.keptByProviderMinor),
                  keptByPlatform: major(sums.keptByPlatformMinor),
                }
              })}
              paid={dueNow}
              way={credits.length === 0 ? 'card' : cardMinor === 0 ? 'voucher' : 'both'}
              currency={quote.currency}
              name={card.name}
              country={country}
              timeZone={search.appointmentSpot.timeZone}
              cooling={new Date(now + quote.policy.coolingHours * 3_600_000).toISOString()}
              now={now}
            />
          </section>
          <section className="card pad-32 stack" aria-labelledby="pay">
            <h2 className="heading-3" id="pay" tabIndex={-1}>
              {t(inFull ? 'book.section.pay.whole' : 'book.section.pay')}
            </h2>
            {slow ? (
              <SlowNote country={country} waiting={look.waiting} onLook={done} />
            ) : cardMinor === 0 ? (
              <div className="stack">
                {before}
                <p>{t('credit.none')}</p>
                <Button size="large" full loading={book.waiting} onClick={() => book.run(open)}>
                  {t('credit.book')}
                </Button>
              </div>
            ) : (
              <PayForm
                country={country}
                amount={asked}
                currency={quote.currency}
                email={String(start.email ?? '')}
                label={
                  split
                    ? reader(splitWords)('who.pay', { amount: exactly(asked) })
                    : t('book.pay', { deposit: exactly(asked) })
                }
                open={open}
                onDone={done}
                onVoided={() => setVoided(true)}>
                {share !== null && <WhoPays quote={quote} amount={share} person={person} onChoose={setPerson} />}
                {before}
                <p className="small muted">{t(inFull ? 'book.pay.reserve.whole' : 'book.pay.reserve')}</p>
              </PayForm>
            )}
            <p className="small muted">
              {inFull ? t('book.pay.sub.whole') : t('book.pay.sub', { balance: exactly(quote.balance), firstName })}
            </p>
          </section>
        </>
      )}
    </>
  )
}
