import { useState } from 'react'
import { Link } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { toHundredths } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import {
  formatAmount,
  formatDay,
  formatEventMoment,
  getBookingTranslator,
  getFirstName,
  openBalance,
} from '#web/appointments/booking-phrases.ts'
import { getBookingStage } from '#web/appointments/booking-stage.ts'
import factsStyles from '#web/ui/facts.module.css'
import { bookMessages } from '#web/appointments/messages.ts'
import { UseCode } from '#web/checkout/code-field.tsx'
import { PayForm } from '#web/payments/card-form.tsx'
import { formatTaxNote } from '#web/payments/tax/messages.ts'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { ActKeys } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { presentLine } from '#web/providers/price-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { LaterDeposit } from './later-deposit.tsx'
import styles from './money-card.module.css'
import { RefundTimeline } from './refund-timeline.tsx'

/** Payment or earnings: what the artist earns, lines, deposit, balance, and online payment if offered. An ended booking requests nothing. */
export function MoneyCard({ appointment, onPaid }: { appointment: Appointment; onPaid?: () => void }) {
  const t = getBookingTranslator(appointment)
  const p = createTranslator(planMessages, appointment.countryCode)
  const [paying, setPaying] = useState(false)
  const [keys] = useState(() => new ActKeys())
  const { currency, countryCode, lines, total, deposit, balance, side } = appointment
  const agreed = appointment.agreedBalance?.state
  const stage = getBookingStage(appointment)
  const over = stage === 'off'
  const isPast = stage === 'over' && !appointment.may.payBalance
  const [credits, setCredits] = useState(appointment.credits)
  const open = toHundredths(balance - credits.reduce((sum, { amount }) => sum + amount, 0))
  const change = (said: { credits: Credit[]; paid: boolean }) => {
    setCredits(said.credits)
    if (said.paid) onPaid?.()
  }
  const later = appointment.laterDeposit?.state === 'paid' ? undefined : (appointment.laterDeposit ?? undefined)
  const earned = over ? null : appointment.earnings
  const hasPaid = appointment.payments.some(({ state }) => state === 'captured')
  const test = appointment.payments.some(({ gateway }) => gateway === 'test')
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="money">
      <div className="row space-between wrapping">
        <h2 className="heading-3" id="money">
          {t(over ? 'pay.title.over' : isPast && side === 'customer' ? 'pay.title.done' : titles[side])}
        </h2>
        <TestPaymentsMark test={test} />
      </div>
      {side === 'provider' && earned !== null && (
        <p className={joinClasses('row space-between', styles.earned)}>
          <b className="bold">{t('pay.earn')}</b>
          <span className="number">{formatAmount(earned, appointment)}</span>
        </p>
      )}
      <PriceLines
        lines={lines.map((line) => presentLine(line, currency, countryCode))}
        currency={currency}
        total={{
          label: p('price.total', { n: appointment.people }),
          amount: total,
          note: over ? undefined : formatTaxNote(appointment.tax, appointment.currency),
        }}
        less={
          side === 'provider' && earned !== null && appointment.fee
            ? { label: t('pay.fee'), amount: appointment.fee }
            : undefined
        }
        {...(over
          ? {}
          : {
              deposit: {
                label: appointment.inFull ? t('pay.whole') : p(later ? 'price.fee.paid' : 'price.deposit.paid'),
                amount: deposit,
                later: later && {
                  label: p('price.later', { date: formatDay(later.dueAt, appointment) }),
                  amount: later.amount,
                },
                balanceLabel: appointment.inFull
                  ? t('pay.nothing')
                  : appointment.balancePaid
                    ? t('day.balance.paid')
                    : agreed === 'agreed'
                      ? t(`agreed.balance.${side}`)
                      : side === 'customer'
                        ? p('price.balance', { firstName: getFirstName(appointment.provider.name) })
                        : t('pay.balance'),
                balance,
              },
            })}
      />
      {appointment.depositPaidBy && (
        <p className="small">{t('pay.byPartner', { partner: appointment.depositPaidBy })}</p>
      )}
      {(over || appointment.refunded > 0) && <AfterRefunds appointment={appointment} />}
      {side === 'operator' && earned !== null && (
        <dl className={factsStyles.facts}>
          <dt>{t('pay.fee')}</dt>
          <dd>{formatAmount(appointment.fee ?? 0, appointment)}</dd>
          <dt>{t('pay.earn.provider')}</dt>
          <dd className="bold">{formatAmount(earned, appointment)}</dd>
        </dl>
      )}
      {appointment.tip && (
        <dl className={factsStyles.facts}>
          <dt>{t(`tip.left.${side}`)}</dt>
          <dd className="bold">{formatAmount(appointment.tip.amount, appointment)}</dd>
        </dl>
      )}
      {side === 'customer' && stage === 'over' && hasPaid && (
        <p className="small muted">{t('pay.how', { way: getRefundMethod(appointment.payments) })}</p>
      )}
      {/* Once it is over, the receipt is among the actions of the page. */}
      {side === 'customer' && (stage === 'ahead' || stage === 'underway') && hasPaid && (
        <p className="small">
          <Link
            to={`/customer-dashboard/receipts/${appointment.payments.find(({ state }) => state === 'captured')?.id}`}>
            {t('receipt.link')}
          </Link>
        </p>
      )}
      <LaterDeposit appointment={appointment} {...(onPaid ? { onPaid } : {})} />
      <AgreedLine appointment={appointment} />
      {appointment.may.payBalance &&
        onPaid &&
        (paying || agreed === 'proving' || agreed === 'asked' ? (
          <div className="stack">
            <UseCode
              credits={credits}
              pays={credits.map((credit) => toMinor(credit.amount))}
              currency={currency}
              country={countryCode}
              onUse={async (code, key) =>
                change(await browserApi().bookings.addBalanceCredit({ appointmentId: appointment.id, code }, { key }))
              }
              onDrop={async (creditId, key) =>
                change(
                  await browserApi().bookings.removeBalanceCredit({ appointmentId: appointment.id, creditId }, { key }),
                )
              }
            />
            <PayForm
              country={countryCode}
              amount={open}
              currency={currency}
              email={appointment.payments[0]?.email ?? ''}
              label={t('balance.pay', { balance: formatAmount(open, appointment) })}
              open={async (): Promise<PaymentView> => {
                const { payment } = await browserApi().bookings.payBalance(
                  { appointmentId: appointment.id },
                  { key: keys },
                )
                keys.done()
                return payment
              }}
              onDone={onPaid}
            />
          </div>
        ) : (
          <Button kind="secondary" onClick={() => setPaying(true)}>
            {t('balance.online')}
          </Button>
        ))}
    </section>
  )
}

const titles = { customer: 'pay.title', provider: 'pay.title.earn', operator: 'pay.title.operator' } as const

function AfterRefunds({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const { paid, refunded, refundWaiting, held, rescueUntil, side } = appointment
  const cash = (amount: number) => formatAmount(amount, appointment)
  return (
    <dl className={styles.refunds}>
      <dt>{t('pay.paid')}</dt>
      <dd>{cash(paid)}</dd>
      <dt>{t('pay.refunded')}</dt>
      <dd>{cash(toHundredths(refunded - refundWaiting))}</dd>
      {refundWaiting > 0 && (
        <>
          <dt>{t('pay.refundWaiting')}</dt>
          <dd>{cash(refundWaiting)}</dd>
        </>
      )}
      {rescueUntil ? (
        <>
          <dt>{t('pay.rescue', { until: formatEventMoment(rescueUntil, appointment) })}</dt>
          <dd className="bold">{cash(toHundredths(paid - refunded))}</dd>
        </>
      ) : held ? (
        <>
          <dt>{t('pay.held.fee')}</dt>
          <dd>{cash(held.platform)}</dd>
          <dt>{t(side === 'operator' ? 'pay.held.provider' : 'pay.held.yours')}</dt>
          <dd className="bold">{cash(held.provider)}</dd>
        </>
      ) : (
        <>
          <dt>{t('pay.held')}</dt>
          <dd className="bold">{cash(toHundredths(paid - refunded))}</dd>
        </>
      )}
    </dl>
  )
}

export function RefundCard({ appointment }: { appointment: Appointment }) {
  const t = createTranslator(bookMessages, appointment.countryCode)
  const { refund } = appointment
  const moved = refund.countsFrom !== appointment.startsAt
  const way = getRefundMethod(appointment.payments)
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="refund">
      <h2 className="heading-3" id="refund">
        {appointment.side === 'customer'
          ? t('refund.title')
          : t('refund.title.customer', { firstName: getFirstName(appointment.customer.name) })}
      </h2>
      <RefundTimeline
        way={way}
        steps={refund.steps}
        paid={refund.paid}
        currency={appointment.currency}
        name={appointment.provider.name}
        country={appointment.countryCode}
        timeZone={appointment.timeZone}
        cooling={refund.coolingUntil}
        countsFrom={moved ? refund.countsFrom : null}
        now={Date.now()}
        side={appointment.side}
      />
      {appointment.side === 'customer' && (
        <p className="bold">
          {t(way === 'partner' ? 'refund.today.partner' : 'refund.today', {
            refund: formatAmount(refund.now, appointment),
          })}
        </p>
      )}
    </section>
  )
}

/** State of an automatic balance, for artist and operators; for the customer if they must act. */
function AgreedLine({ appointment }: { appointment: Appointment }) {
  const t = getBookingTranslator(appointment)
  const { agreedBalance: agreed, state, side, balancePaid } = appointment
  if (!agreed || agreed.state === 'taken' || balancePaid || (state !== 'booked' && state !== 'completed')) return null
  const said = {
    balance: formatAmount(openBalance(appointment), appointment),
    date: formatEventMoment(agreed.proveUntil ?? agreed.dueAt, appointment),
  }
  if (side !== 'customer') return <p>{t(`agreed.other.${agreed.state}`, said)}</p>
  return agreed.state === 'agreed' ? null : <p className="bold">{t(`agreed.${agreed.state}`, said)}</p>
}
