import { CheckCheck, CircleX, Clock3, Undo2 } from 'lucide-react'
import { formatDate, formatMoney, toHundredths, zonedDay } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Receipt } from '#contract/payments/payments.ts'
import type { Country } from '#contract/words.ts'
import { formatShortPlace, getFirstName } from '#web/appointments/booking-phrases.ts'
import { taxMessages } from '#web/payments/tax/messages.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { presentLine } from '#web/providers/price-card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { paymentMessages } from './messages.ts'
import styles from './receipt-paper.module.css'
import { TestPaymentsMark } from './test-payments-mark.tsx'

const t = createTranslator(paymentMessages)
const x = createTranslator(taxMessages)

/** A receipt as a sheet of paper: what was booked, what was paid and how, and the amount left to pay. */
export function ReceiptPaper({ receipt, heading: Heading }: { receipt: Receipt; heading: 'h1' | 'h2' }) {
  const { booking, rows } = receipt
  const country = receipt.countryCode as Country
  const amount = (n: number) => formatMoney(n, receipt.currency, { decimals: 'always' })
  const day = (instant: string) =>
    formatDate(booking ? zonedDay(instant, booking.timeZone) : instant.slice(0, 10), country)
  const over = booking?.state === 'cancelled' || booking?.state === 'no_show' ? booking.state : null
  const Title = Heading === 'h1' ? 'h2' : 'h3'
  return (
    <article className={joinClasses('card pad-32', styles.receipt)}>
      <header className="stack">
        <div className="row space-between wrapping">
          <Logo label="Primp" />
          <TestPaymentsMark test={receipt.test} />
        </div>
        <div className="row space-between wrapping gap-8">
          <Heading className="heading-2">{t('doc.receipt', { number: receipt.number })}</Heading>
          <span className="row gap-8 wrapping">
            {over && (
              <Badge look="disabled">
                <CircleX className="icon" aria-hidden="true" />
                {t(`doc.receipt.state.${over}`)}
              </Badge>
            )}
            {(!over || receipt.refunded > 0) && <StateBadge receipt={receipt} />}
          </span>
        </div>
        {!booking && <p className="title">{receipt.description}</p>}
      </header>
      <dl className={styles.facts}>
        <Fact
          label={t(booking ? 'doc.receipt.artist' : 'doc.receipt.seller')}
          value={receipt.provider}
          note={
            receipt.provider === receipt.legalName
              ? undefined
              : t('doc.receipt.arranged', { legalName: receipt.legalName })
          }
        />
        {receipt.name && <Fact label={t('doc.receipt.customer')} value={receipt.name} />}
        {booking ? (
          <>
            <Fact
              label={t('doc.receipt.event')}
              value={booking.event}
              note={[formatDate(booking.eventDate, country), formatShortPlace(booking.place)].join(', ')}
            />
            <Fact label={t('doc.receipt.booking')} value={String(booking.number)} />
          </>
        ) : (
          rows[0] && <Fact label={t('doc.receipt.date')} value={day(rows[0].at)} />
        )}
      </dl>
      {booking && (
        <section className={styles.part} aria-label={t('doc.receipt.services')}>
          <Title className="title">{t('doc.receipt.services')}</Title>
          <dl className={styles.lines}>
            {booking.lines.map((line, i) => {
              const { label, detail, amount: price } = presentLine(line, receipt.currency, country)
              return <Line key={`${label} ${i}`} label={label} note={detail} amount={amount(price)} />
            })}
            <Line
              label={createTranslator(planMessages, country)('price.total', { n: booking.people })}
              amount={amount(booking.total)}
              total
            />
          </dl>
        </section>
      )}
      <section className={styles.part} aria-label={t('doc.receipt.payments')}>
        <Title className="title">{t('doc.receipt.payments')}</Title>
        <dl className={styles.lines}>
          {rows.map((row, i) => (
            <Line
              key={`${row.at} ${i}`}
              label={t(`kind.${row.what}`)}
              note={`${day(row.at)}, ${describePayer(row)}`}
              amount={amount(row.amount)}
            />
          ))}
          <Line label={t('doc.receipt.paid')} amount={amount(receipt.paid)} total />
          {receipt.refunded > 0 && <Line label={t('doc.receipt.refunded')} amount={amount(receipt.refunded)} total />}
        </dl>
      </section>
      {booking &&
        (over ? <Kept receipt={receipt} booking={booking} /> : <LeftToPay receipt={receipt} booking={booking} />)}
      <footer className={joinClasses('stack gap-4 small muted', styles.part)}>
        {receipt.tax && (
          <p>
            {x('tax.receipt', {
              ...receipt.tax,
              amount: amount(receipt.tax.amount),
              seller: receipt.sellerName ?? receipt.provider,
            })}
          </p>
        )}
        {receipt.test && <p>{t('doc.test')}</p>}
        {receipt.supportEmail && <p>{t('doc.receipt.help', { email: receipt.supportEmail })}</p>}
      </footer>
    </article>
  )
}

/** Says how an amount was paid or refunded, after its date: by card, to your card, by Castle Rooms. */
function describePayer({ what, how, partner }: Receipt['rows'][number]): string {
  if (how === 'account')
    return t(what === 'refund' ? 'doc.receipt.back.account' : 'doc.receipt.how.account', { partner })
  return what === 'refund' && how !== 'cash' ? t(`doc.receipt.back.${how}`) : t(`doc.receipt.how.${how}`)
}

function StateBadge({ receipt: { paid, refunded, open } }: { receipt: Receipt }) {
  if (refunded > 0)
    return (
      <Badge look="info">
        <Undo2 className="icon" aria-hidden="true" />
        {t(refunded < paid ? 'doc.receipt.state.partRefunded' : 'doc.receipt.state.refunded')}
      </Badge>
    )
  const isPart = open !== null && open > 0
  const Icon = isPart ? Clock3 : CheckCheck
  return (
    <Badge look={isPart ? 'accentSoft' : 'jadeSoft'}>
      <Icon className="icon" aria-hidden="true" />
      {t(isPart ? 'doc.receipt.state.partPaid' : 'doc.receipt.state.paid')}
    </Badge>
  )
}

/** What became of the payments of a booking that did not take place. */
function Kept({ receipt, booking }: { receipt: Receipt; booking: NonNullable<Receipt['booking']> }) {
  const kept = toHundredths(receipt.paid - receipt.refunded)
  if (kept === 0)
    return (
      <p className={joinClasses('bold', styles.left)}>
        {t(receipt.paid > 0 ? 'doc.receipt.back' : 'doc.receipt.unpaid')}
      </p>
    )
  const { heldUntil, timeZone } = booking
  return (
    <dl className={joinClasses(styles.lines, styles.left)}>
      <Line
        label={t(heldUntil ? 'doc.receipt.held' : 'doc.receipt.kept')}
        note={
          heldUntil
            ? t('doc.receipt.held.until', {
                date: formatDate(zonedDay(heldUntil, timeZone), receipt.countryCode as Country),
              })
            : undefined
        }
        amount={formatMoney(kept, receipt.currency, { decimals: 'always' })}
      />
    </dl>
  )
}

function LeftToPay({ receipt, booking }: { receipt: Receipt; booking: NonNullable<Receipt['booking']> }) {
  const country = receipt.countryCode as Country
  const amount = (n: number) => formatMoney(n, receipt.currency, { decimals: 'always' })
  const { later, balance, onlineBalance } = booking
  const firstName = getFirstName(receipt.provider)
  if (!receipt.open) return <p className={joinClasses('bold', styles.left)}>{t('doc.receipt.nothing')}</p>
  const parts = [
    ...(later
      ? [
          {
            label: t('doc.receipt.later', { date: formatDate(zonedDay(later.at, booking.timeZone), country) }),
            amount: amount(later.amount),
          },
        ]
      : []),
    ...(balance > 0
      ? [
          {
            label: t(onlineBalance ? 'doc.receipt.balance.online' : 'doc.receipt.balance', { firstName }),
            amount: amount(balance),
          },
        ]
      : []),
  ]
  return (
    <dl className={joinClasses(styles.lines, styles.left)}>
      <Line
        label={t('doc.receipt.open')}
        note={parts.length === 1 ? parts[0]?.label : undefined}
        amount={amount(receipt.open)}
      />
      {parts.length > 1 && parts.map((part) => <Line key={part.label} {...part} quiet />)}
    </dl>
  )
}

const Fact = ({ label, value, note }: { label: string; value: string; note?: string | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
)

interface LineProps {
  label: string
  note?: string | undefined
  amount: string
  total?: boolean
  quiet?: boolean
}

const Line = ({ label, note, amount, total, quiet }: LineProps) => (
  <div className={joinClasses(total && styles.total, quiet && styles.quiet)}>
    <dt>
      {label}
      {note && <small>{note}</small>}
    </dt>
    <dd>{amount}</dd>
  </div>
)
