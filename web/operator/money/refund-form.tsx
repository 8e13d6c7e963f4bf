import { useId, useState } from 'react'
import { money, toHundredths } from '#contract/format.ts'
import { major, minor } from '#contract/money.ts'
import { type Bearer, bearers, borneByPlatform } from '#contract/payments/refund.ts'
import { asksSecondOperator } from '#contract/payments/second-operator.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import tableStyles from '#web/ui/table.module.css'
import { moneyWords } from './money-words.ts'

const t = reader(moneyWords)

interface RefundFormProps {
  payment: { id: string; amount: number; refunded: number; feeLeft: number; currency: string }
  whole: { total: number; fee: number }
  limit: number
}

/** Gives back part of a payment: how much, who bears it, and what each has of it before and after. */
export function RefundForm({ payment, whole, limit }: RefundFormProps) {
  const left = toHundredths(payment.amount - payment.refunded)
  const [typed, setTyped] = useState(left.toFixed(2))
  const [bears, setBears] = useState<Bearer>('shared')
  const [error, setError] = useState<string | null>(null)
  const [confirm, dialog] = useConfirmation()
  const id = useId()
  const shown = (n: number) => money(n, payment.currency, { decimals: 'always', mixed: true })
  const amount = readNumber(typed) ?? 0
  const right = amount > 0 && amount <= left
  const platform = right
    ? major(borneByPlatform(minor(amount), bears, { totalMinor: minor(whole.total), feeMinor: minor(whole.fee) }))
    : 0
  const provider = right ? toHundredths(amount - platform) : 0
  const sums = [
    ['customer', left, right ? amount : 0],
    ['platform', payment.feeLeft, platform],
    ['provider', toHundredths(left - payment.feeLeft), provider],
  ] as const
  const start = () => {
    if (!right) return setError(t('op.refund.amount.error'))
    setError(null)
    const borne = t('op.confirm.refund.bears', { platform: shown(platform), provider: shown(provider) })
    confirm({
      title: t('op.confirm.refund.title', { amount: shown(amount) }),
      text: [
        borne,
        t('op.confirm.refund.text'),
        ...(asksSecondOperator(minor(payment.refunded), minor(amount), limit)
          ? [t('op.confirm.refund.second', { limit: shown(limit) })]
          : []),
      ].join(' '),
      act: t('op.confirm.refund.act'),
      danger: true,
      run: (reason, key) =>
        browserApi().operatorMoney.refund({ paymentId: payment.id, amount, bears, reason }, { key }),
    })
  }
  return (
    <TitledCard title={t('op.refund.open')}>
      {limit > 0 && <Note kind="info">{t('op.confirm.refund.second', { limit: shown(limit) })}</Note>}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}>
        <NumberField label={t('op.refund.amount')} name="amount" value={typed} error={error} onChange={setTyped} />
        <fieldset className="stack gap-4">
          <legend className="field-label">{t('op.refund.bears')}</legend>
          {bearers.map((bearer) => (
            <Radio
              key={bearer}
              name={`${id}-bears`}
              value={bearer}
              checked={bears === bearer}
              onChange={() => setBears(bearer)}>
              {t(`op.refund.bears.${bearer}`)}
            </Radio>
          ))}
        </fieldset>
        <div role="group" className={tableStyles.tableScroll} aria-label={t('op.refund.sums')} tabIndex={0}>
          <table className={tableStyles.table} aria-live="polite">
            <thead>
              <tr>
                <th scope="col">{t('op.refund.sums.whose')}</th>
                <th scope="col" className={tableStyles.amount}>
                  {t('op.refund.sums.before')}
                </th>
                <th scope="col" className={tableStyles.amount}>
                  {t('op.refund.sums.after')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sums.map(([whose, before, less]) => (
                <tr key={whose}>
                  <th scope="row">{t(`op.refund.sums.${whose}`)}</th>
                  <td className={tableStyles.amount}>{shown(before)}</td>
                  <td className={tableStyles.amount}>{shown(toHundredths(before - less))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="row">
          <Button type="submit" kind="danger">
            {t('op.refund')}
          </Button>
        </div>
      </form>
      {dialog}
    </TitledCard>
  )
}
