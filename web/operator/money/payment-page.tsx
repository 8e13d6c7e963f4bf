import { useId, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { formatMoney, toHundredths } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { type Bearer, bearers, computePlatformLoss } from '#contract/payments/refund.ts'
import { requiresSecondOperator } from '#contract/payments/second-operator.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { WholeTable } from '#web/operator/table.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, formatShortMoment } from '#web/operator/when.ts'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import nextStepsStyles from '#web/ui/next-steps.module.css'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { moneyMessages } from './money-messages.ts'
import { RefundTable } from './refund-table.tsx'

const t = createTranslator(moneyMessages)

export const clientLoader = requireSession(async ({ params }) => {
  const api = browserApi().operatorMoney
  const [shown, { limits }] = await Promise.all([
    api.payment({ paymentId: params['paymentId'] ?? '' }),
    api.refunds({}),
  ])
  return { ...shown, limit: limits[shown.payment.currency as keyof typeof limits] }
})

export const HydrateFallback = Undetermined

export default function PaymentPage() {
  const { payment, whole, of, steps, refunds, events, limit } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const { pending, run } = useForm({ toasts: true })
  const amount = (n: number) => formatMoney(n, payment.currency, { decimals: 'always', mixed: true })
  const isRefundable = payment.state === 'captured' && payment.refunded < payment.amount
  const askAgain = async () => {
    if (!(await run((key) => browserApi().operatorMoney.syncPayment({ paymentId: payment.id }, { key })))) return
    showToast('success', t('operator.intents.answered'))
    revalidate()
  }
  return (
    <ConsoleFrame
      title={t('operator.payment.title', { number: payment.number })}
      text={payment.description}
      back={{ to: '/operator/payments', label: t('operator.payment.back') }}
      acts={
        <>
          <TestPaymentsMark test={payment.gateway === 'test'} />
          <Button kind="secondary" loading={pending} onClick={askAgain}>
            {t('operator.intents.ask')}
          </Button>
        </>
      }>
      <FactStrip
        facts={[
          {
            label: t('operator.money.amount'),
            value: amount(payment.amount),
            note: t('operator.money.fee', { amount: amount(payment.fee) }),
          },
          payment.refunded > 0 && { label: t('operator.payment.refunded'), value: amount(payment.refunded) },
          {
            label: t('operator.money.state'),
            value: t(`operator.payment.state.${payment.state}`),
            note:
              payment.error &&
              t('operator.payment.error', { error: t(`operator.payment.error.${payment.error as 'other'}`) }),
          },
          { label: t('operator.money.kind'), value: t(`operator.kind.${payment.kind}`) },
          {
            label: t('operator.money.who'),
            value: payment.email,
            to: of.accountId && `/operator/people/${of.accountId}`,
          },
          {
            label: t('operator.money.provider'),
            value: payment.provider,
            to: of.providerId && `/operator/providers/${of.providerId}`,
          },
          of.bookingId !== null && {
            label: t('operator.payment.booking'),
            value: payment.description,
            to: `/operator/bookings/${of.bookingId}`,
          },
          {
            label: t('operator.payment.gateway'),
            value: payment.gateway === 'account' ? t('operator.payment.onAccount') : (payment.gatewayId ?? '–'),
            note: payment.askedAt
              ? t('operator.intents.asked', { n: payment.askedTimes, dateTime: formatOperatorMoment(payment.askedAt) })
              : t('operator.intents.asked', { n: 0 }),
          },
        ]}
      />
      <div className={isRefundable ? 'two-columns' : undefined}>
        {isRefundable && <RefundForm key={payment.refunded} payment={payment} whole={whole} limit={limit} />}
        <TitledCard title={t('operator.payment.story')}>
          <ol className={nextStepsStyles.steps}>
            {steps.map(({ step, at }) => (
              <li key={step}>
                {t(`operator.payment.step.${step}`, { amount: amount(payment.amount) })}
                <div className="small muted">{formatOperatorMoment(at)}</div>
              </li>
            ))}
          </ol>
        </TitledCard>
      </div>
      {refunds.length > 0 && (
        <TitledCard title={t('operator.refunds')}>
          <RefundTable refunds={refunds} />
        </TitledCard>
      )}
      <TitledCard title={t('operator.payment.events')}>
        {events.length === 0 ? (
          <p className="muted">{t('operator.payment.events.none')}</p>
        ) : (
          <WholeTable
            file="payment-events"
            caption={t('operator.payment.events')}
            rows={events}
            rowKey={({ id }) => id}
            empty={null}
            columns={[
              { id: 'kind', label: t('operator.payment.event'), width: 40, cell: ({ kind }) => kind },
              { id: 'id', label: t('operator.payment.eventId'), width: 60, cell: ({ id }) => id },
              {
                id: 'outcome',
                label: t('operator.payment.outcome'),
                cell: ({ outcome }) => t(`operator.payment.outcome.${outcome}`),
              },
              { id: 'when', label: t('operator.money.when'), kind: 'date', cell: ({ at }) => formatShortMoment(at) },
            ]}
          />
        )}
      </TitledCard>
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

interface RefundFormProps {
  payment: { id: string; amount: number; refunded: number; feeLeft: number; currency: string }
  whole: { total: number; fee: number }
  limit: number
}

function RefundForm({ payment, whole, limit }: RefundFormProps) {
  const left = toHundredths(payment.amount - payment.refunded)
  const [typed, setTyped] = useState(left.toFixed(2))
  const [bears, setBears] = useState<Bearer>('shared')
  const [error, setError] = useState<string | null>(null)
  const [confirm, dialog] = useConfirmation()
  const id = useId()
  const shown = (n: number) => formatMoney(n, payment.currency, { decimals: 'always', mixed: true })
  const amount = readNumber(typed) ?? 0
  const right = amount > 0 && amount <= left
  const platform = right
    ? toMajor(
        computePlatformLoss(toMinor(amount), bears, { totalMinor: toMinor(whole.total), feeMinor: toMinor(whole.fee) }),
      )
    : 0
  const provider = right ? toHundredths(amount - platform) : 0
  const sums = [
    ['customer', left, right ? amount : 0],
    ['platform', payment.feeLeft, platform],
    ['provider', toHundredths(left - payment.feeLeft), provider],
  ] as const
  const start = () => {
    if (!right) return setError(t('operator.refund.amount.error'))
    setError(null)
    const borne = t('operator.confirm.refund.bears', { platform: shown(platform), provider: shown(provider) })
    confirm({
      title: t('operator.confirm.refund.title', { amount: shown(amount) }),
      text: [
        borne,
        t('operator.confirm.refund.text'),
        ...(requiresSecondOperator(toMinor(payment.refunded), toMinor(amount), limit)
          ? [t('operator.confirm.refund.second', { limit: shown(limit) })]
          : []),
      ].join(' '),
      act: t('operator.confirm.refund.act'),
      danger: true,
      run: (reason, key) =>
        browserApi().operatorMoney.refund({ paymentId: payment.id, amount, bears, reason }, { key }),
    })
  }
  return (
    <TitledCard title={t('operator.refund.open')}>
      {limit > 0 && <Note kind="info">{t('operator.confirm.refund.second', { limit: shown(limit) })}</Note>}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}>
        <NumberField
          label={t('operator.refund.amount')}
          name="amount"
          value={typed}
          error={error}
          onChange={setTyped}
        />
        <fieldset className="stack gap-4">
          <legend className="field-label">{t('operator.refund.bears')}</legend>
          {bearers.map((bearer) => (
            <Radio
              key={bearer}
              name={`${id}-bears`}
              value={bearer}
              checked={bears === bearer}
              onChange={() => setBears(bearer)}>
              {t(`operator.refund.bears.${bearer}`)}
            </Radio>
          ))}
        </fieldset>
        <div role="group" className={tableStyles.tableScroll} aria-label={t('operator.refund.sums')} tabIndex={0}>
          <table className={tableStyles.table} aria-live="polite">
            <thead>
              <tr>
                <th scope="col">{t('operator.refund.sums.whose')}</th>
                <th scope="col" className={tableStyles.amount}>
                  {t('operator.refund.sums.before')}
                </th>
                <th scope="col" className={tableStyles.amount}>
                  {t('operator.refund.sums.after')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sums.map(([whose, before, less]) => (
                <tr key={whose}>
                  <th scope="row">{t(`operator.refund.sums.${whose}`)}</th>
                  <td className={tableStyles.amount}>{shown(before)}</td>
                  <td className={tableStyles.amount}>{shown(toHundredths(before - less))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {sums.map(
          ([whose, before, less]) =>
            whose !== 'customer' &&
            less > before && (
              <Note key={whose} kind="warning">
                {t(`operator.refund.sums.${whose}.owes`, { amount: shown(toHundredths(less - before)) })}
              </Note>
            ),
        )}
        <div className="row">
          <Button type="submit" kind="danger">
            {t('operator.refund')}
          </Button>
        </div>
      </form>
      {dialog}
    </TitledCard>
  )
}
