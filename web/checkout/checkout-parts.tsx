import { Check, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { type Minor, toMajor, toMinor } from '#contract/money.ts'
import type { WayBack } from '#contract/payments/refund-method.ts'
import { refundSums } from '#contract/payments/refund.ts'
import { divideStepAt, formatLaterDepositConsent } from '#contract/payments/later-deposit.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { RefundTimeline } from '#web/billing/refund-timeline.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import checkoutStyles from './checkout.module.css'

const t = createTranslator(bookMessages)

interface CheckoutStepProps {
  n: number
  id: string
  title: string
  open: boolean
  /** Summary in a line; null while empty. */
  line: string | null
  onOpen: () => void
  children: ReactNode
}

/** A checkout step: open, or collapsed to a line. It keeps its form state. */
export function CheckoutStep({ n, id, title, open, line, onOpen, children }: CheckoutStepProps) {
  const done = !open && line !== null
  return (
    <section
      className={joinClasses('card stack', checkoutStyles.step, !open && checkoutStyles.folded)}
      aria-labelledby={id}>
      <div className={checkoutStyles.head}>
        <span className={joinClasses(checkoutStyles.number, done && checkoutStyles.done)} aria-hidden="true">
          {done ? <Check className="icon" /> : n}
        </span>
        <div className="grow">
          <h2 className="heading-3" id={id} tabIndex={-1}>
            {title}
          </h2>
          {done && <p className={joinClasses('small muted', checkoutStyles.line)}>{line}</p>}
        </div>
        {done && (
          <Button kind="quiet" size="small" aria-label={t('book.step.change.of', { title })} onClick={onOpen}>
            {t('book.step.change')}
          </Button>
        )}
      </div>
      <div className="stack" hidden={!open}>
        {children}
      </div>
    </section>
  )
}

interface CheckoutFootProps {
  quote: Pick<LockedQuote, 'total' | 'currency' | 'laterDeposit'>
  dueNow: number
  country: Country
  waiting: boolean
  onNext: () => void
}

/** Bottom bar on phones while the button is out of view: amount and next step. */
export function CheckoutFoot({ quote, dueNow, country, waiting, onNext }: CheckoutFootProps) {
  const t = createTranslator(bookMessages, country)
  return (
    <div className="phone-foot no-print">
      <div>
        <span className="number">{formatMoney(dueNow, quote.currency, { decimals: 'always' })}</span>
        <div className="micro muted">
          {t(quote.laterDeposit ? 'book.fee.of' : 'book.deposit.of', {
            total: formatMoney(quote.total, quote.currency),
          })}
        </div>
      </div>
      <Button size="large" loading={waiting} onClick={onNext}>
        {t('book.next')}
      </Button>
    </div>
  )
}

interface HowMuchProps {
  quote: Pick<LockedQuote, 'deposit' | 'balance' | 'total' | 'currency'>
  inFull: boolean
  onChoose: (inFull: boolean) => void
  country: Country
}

export function HowMuch({ quote, inFull, onChoose, country }: HowMuchProps) {
  const t = createTranslator(bookMessages, country)
  const cash = (amount: number) => formatMoney(amount, quote.currency, { decimals: 'always' })
  return (
    <fieldset className="stack gap-8">
      <legend className="title">{t('book.howMuch')}</legend>
      <Radio name="how-much" checked={!inFull} onChange={() => onChoose(false)}>
        {t('book.howMuch.deposit', { deposit: cash(quote.deposit), balance: cash(quote.balance) })}
      </Radio>
      <Radio name="how-much" checked={inFull} onChange={() => onChoose(true)}>
        {t('book.howMuch.whole', { total: cash(quote.total) })}
      </Radio>
    </fieldset>
  )
}

interface LaterConsentProps {
  quote: Pick<LockedQuote, 'currency'>
  later: NonNullable<LockedQuote['laterDeposit']>
  country: Country
}

/** The agreement to the charge of the rest of the deposit, beside the button that gives it. */
export function LaterConsent({ quote, later, country }: LaterConsentProps) {
  const amount = formatMoney(later.amount, quote.currency, { decimals: 'always' })
  return <p className="small">{formatLaterDepositConsent(amount, formatDate(later.at.slice(0, 10), country))}</p>
}

/** Paid, but the booking is not confirmed yet: shows a message and retries. */
export function SlowNote({ country, waiting, onLook }: { country: Country; waiting: boolean; onLook: () => void }) {
  const t = createTranslator(bookMessages, country)
  return (
    <Note kind="warning">
      <b className="bold">{t('pay.slow.title')}</b>
      <p>{t('pay.slow.text')}</p>
      <Button kind="secondary" size="small" loading={waiting} onClick={onLook}>
        {t('pay.slow.look')}
      </Button>
    </Note>
  )
}

interface AgreeTermsProps {
  country: Country
  firstName: string
  policy: LockedQuote['policy']['kind']
  inFull: boolean
  agreed: boolean
  wrong: string | null
  onChange: (agreed: boolean) => void
}

/** Terms to accept before payment, and where the money is held. */
export function AgreeTerms({ country, firstName, policy, inFull, agreed, wrong, onChange }: AgreeTermsProps) {
  const t = createTranslator(bookMessages, country)
  return (
    <>
      <div className="stack gap-8">
        <Checkbox
          name="terms"
          checked={agreed}
          onChange={({ target }) => onChange(target.checked)}
          aria-invalid={wrong ? true : undefined}>
          {t('book.policy.agree', { policy: t(`policy.${policy}`) })}{' '}
          <Link to="/content/legals-customers" target="_blank" className="link">
            {t('book.policy.terms')}
          </Link>
        </Checkbox>
        {wrong && <FieldError>{wrong}</FieldError>}
      </div>
      <p className={joinClasses('small', checkoutStyles.holder)}>
        <ShieldCheck className="icon" aria-hidden="true" />
        <span>{t(inFull ? 'book.pay.holds.whole' : 'book.pay.holds', { firstName })}</span>
      </p>
    </>
  )
}

interface GuardianConsentProps {
  country: Country
  agreed: boolean
  wrong: string | null
  onChange: (agreed: boolean) => void
}

/** The consent of a parent or guardian, for a party with a service that is often booked for people under 18. */
export function GuardianConsent({ country, agreed, wrong, onChange }: GuardianConsentProps) {
  const t = createTranslator(bookMessages, country)
  return (
    <div className="stack gap-8">
      <Checkbox
        name="guardian"
        checked={agreed}
        onChange={({ target }) => onChange(target.checked)}
        aria-invalid={wrong ? true : undefined}>
        {t('book.guardian')}
      </Checkbox>
      {wrong && <FieldError>{wrong}</FieldError>}
    </div>
  )
}

interface PolicyDetailsProps {
  quote: LockedQuote
  paid: Parameters<typeof refundSums>[0]
  dueNow: number
  way: WayBack
  name: string
  search: SavedSearch
  now: number
}

export function PolicyDetails({ quote, paid, dueNow, way, name, search, now }: PolicyDetailsProps) {
  const t = createTranslator(bookMessages, search.countryCode)
  const whole: { totalMinor: Minor; feeMinor: Minor } = {
    totalMinor: toMinor(quote.total),
    feeMinor: toMinor(quote.fee),
  }
  const later = quote.laterDeposit
  const laterAt = later ? Date.parse(later.at) : 0
  const steps = divideStepAt(
    quote.policy.steps.map(({ share, until }) => ({ share, until: until === null ? null : Date.parse(until) })),
    later ? laterAt : null,
  )
  return (
    <details>
      <summary className="summary-row">{t('refund.title')}</summary>
      <RefundTimeline
        steps={steps.map((step) => {
          const isAfterLater = later && (step.until === null || step.until > laterAt)
          const sums = refundSums(
            isAfterLater ? [...paid, { amountMinor: toMinor(later.amount), feeMinor: 0 }] : paid,
            whole,
            step.share,
          )
          return {
            share: step.share,
            until: step.until === null ? null : new Date(step.until).toISOString(),
            refund: toMajor(sums.refundMinor),
            keptByProvider: toMajor(sums.keptByProviderMinor),
            keptByPlatform: toMajor(sums.keptByPlatformMinor),
          }
        })}
        paid={dueNow}
        way={way}
        currency={quote.currency}
        name={name}
        country={search.countryCode}
        timeZone={search.appointmentSpot.timeZone}
        cooling={new Date(now + quote.policy.coolingHours * 3_600_000).toISOString()}
        now={now}
      />
    </details>
  )
}
