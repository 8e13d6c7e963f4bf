import { Link } from 'react-router'
import { formatMoney, toHundredths } from '#contract/format.ts'
import type { OperatorRefund } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { moneyMessages } from './money-messages.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(moneyMessages)
const looks: Record<OperatorRefund['state'], BadgeLook> = {
  asked: 'accentSoft',
  queued: 'info',
  done: 'jadeSoft',
  failed: 'disabled',
  refused: 'outline',
}

export const refundColumns = [
  t('operator.money.what'),
  t('operator.money.amount'),
  t('operator.money.state'),
  t('operator.money.why'),
  t('operator.money.when'),
]

export function RefundRow({
  refund,
  confirm,
}: {
  refund: OperatorRefund
  confirm: (confirmation: Confirmation) => void
}) {
  const api = browserApi().operatorMoney
  const decide = (approve: boolean) =>
    confirm({
      title: t(approve ? 'operator.confirm.approve.refund.title' : 'operator.confirm.refuse.refund.title', {
        amount: shown(refund),
      }),
      text: t(
        approve
          ? refund.creditId
            ? 'operator.confirm.refund.text.credit'
            : 'operator.confirm.refund.text'
          : 'operator.confirm.refuse.refund.text',
      ),
      act: t(approve ? 'operator.confirm.approve.refund.act' : 'operator.confirm.refuse.refund.act'),
      danger: approve,
      run: (reason, key) => api.decideRefund({ refundId: refund.id, approve, reason }, { key }),
    })
  const send = () =>
    confirm({
      title: t('operator.confirm.resend.refund.title', { amount: shown(refund) }),
      text: t('operator.confirm.resend.refund.text'),
      act: t('operator.send.again'),
      run: (reason, key) => api.sendRefund({ refundId: refund.id, reason }, { key }),
    })
  return (
    <tr>
      <td>
        <Link className={consoleStyles.pickName} to={`/operator/payments/${refund.paymentId}`}>
          {refund.description}
        </Link>
        <div className="micro muted">{t('operator.money.number', { number: refund.number })}</div>
      </td>
      <td className={tableStyles.amount}>
        {shown(refund)}
        <div className="small muted">
          {t('operator.refund.borne', {
            platform: formatMoney(refund.feeBack, refund.currency, { decimals: 'always', mixed: true }),
            provider: formatMoney(toHundredths(refund.amount - refund.feeBack), refund.currency, {
              decimals: 'always',
              mixed: true,
            }),
          })}
        </div>
      </td>
      <td>
        <Badge look={looks[refund.state]}>
          {t(
            refund.creditId && refund.state === 'done'
              ? 'operator.refund.state.credit'
              : `operator.refund.state.${refund.state}`,
          )}
        </Badge>
        {refund.error && <div className="small muted">{refund.error}</div>}
        {refund.state === 'asked' && (
          <div className="row gap-8 wrapping">
            <Button size="small" onClick={() => decide(true)}>
              {t('operator.confirm.approve.refund.act')}
            </Button>
            <Button size="small" kind="secondary" onClick={() => decide(false)}>
              {t('operator.confirm.refuse.refund.act')}
            </Button>
          </div>
        )}
        {refund.state === 'failed' && (
          <Button size="small" kind="secondary" onClick={send}>
            {t('operator.send.again')}
          </Button>
        )}
      </td>
      <td>
        {refund.reason}
        {refund.askedBy && (
          <div className="small muted">{t('operator.refund.asker', { name: refund.askedBy.name })}</div>
        )}
      </td>
      <td className={consoleStyles.keep}>{formatOperatorMoment(refund.at)}</td>
    </tr>
  )
}

const shown = ({ amount, currency }: OperatorRefund) =>
  formatMoney(amount, currency, { decimals: 'always', mixed: true })

export function RefundTable({ refunds }: { refunds: readonly OperatorRefund[] }) {
  const [confirm, dialog] = useConfirmation()
  return (
    <div role="group" className={tableStyles.tableScroll} aria-label={t('operator.refunds')} tabIndex={0}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            {refundColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} confirm={confirm} />
          ))}
        </tbody>
      </table>
      {dialog}
    </div>
  )
}
