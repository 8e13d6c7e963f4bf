import { formatMoney, toHundredths } from '#contract/format.ts'
import type { OperatorRefund } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { moneyMessages } from './money-messages.ts'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { WholeTable } from '#web/operator/table.tsx'
import type { DataColumn } from '#web/ui/tables/data-table.tsx'

const t = createTranslator(moneyMessages)
const looks: Record<OperatorRefund['state'], BadgeLook> = {
  asked: 'accentSoft',
  queued: 'info',
  done: 'jadeSoft',
  failed: 'disabled',
  refused: 'outline',
}

/** Returns the columns of a list of refunds. Only a list that the server sorts has sort keys. */
const listRefundColumns = ({ isSorted }: { isSorted: boolean }): DataColumn<OperatorRefund>[] => [
  { id: 'refund', label: t('operator.money.what'), width: 26, cell: ({ description }) => description },
  {
    id: 'number',
    isWideOnly: true,
    label: t('operator.money.no'),
    kind: 'number',
    isLabelled: true,
    cell: ({ number }) => number,
  },
  { id: 'reason', label: t('operator.money.why'), width: 26, cell: ({ reason }) => reason },
  {
    id: 'asker',
    isWideOnly: true,
    label: t('operator.refund.askedBy'),
    width: 16,
    cell: ({ askedBy }) => askedBy?.name,
  },
  {
    id: 'platform',
    isWideOnly: true,
    label: t('operator.refund.platform'),
    kind: 'number',
    isLabelled: true,
    cell: ({ feeBack, currency }) => cash(feeBack, currency),
  },
  {
    id: 'artist',
    isWideOnly: true,
    label: t('operator.refund.provider'),
    kind: 'number',
    isLabelled: true,
    cell: ({ amount, feeBack, currency }) => cash(toHundredths(amount - feeBack), currency),
  },
  {
    id: 'amount',
    label: t('operator.money.amount'),
    kind: 'number',
    isLead: true,
    ...(isSorted && { sort: 'amount' }),
    cell: ({ amount, currency }) => cash(amount, currency),
  },
  {
    id: 'date',
    label: t('operator.money.when'),
    kind: 'date',
    ...(isSorted && { sort: 'date' }),
    cell: ({ at }) => formatShortMoment(at),
  },
  {
    id: 'state',
    label: t('operator.money.state'),
    cell: ({ state, creditId, error }) => (
      <span title={error || undefined}>
        <Badge look={looks[state]}>
          {t(creditId && state === 'done' ? 'operator.refund.state.credit' : `operator.refund.state.${state}`)}
        </Badge>
        {error && <span className="visually-hidden">: {error}</span>}
      </span>
    ),
  },
]

/** Returns the columns of a list of refunds, with the actions of those that wait or failed. */
export function useRefundColumns({ isSorted = false }: { isSorted?: boolean } = {}) {
  const [confirm, dialog] = useConfirmation()
  const api = browserApi().operatorMoney
  const decide = (refund: OperatorRefund, approve: boolean) =>
    confirm({
      title: t(approve ? 'operator.confirm.approve.refund.title' : 'operator.confirm.refuse.refund.title', {
        amount: cash(refund.amount, refund.currency),
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
  const send = (refund: OperatorRefund) =>
    confirm({
      title: t('operator.confirm.resend.refund.title', { amount: cash(refund.amount, refund.currency) }),
      text: t('operator.confirm.resend.refund.text'),
      act: t('operator.send.again'),
      run: (reason, key) => api.sendRefund({ refundId: refund.id, reason }, { key }),
    })
  const acts: DataColumn<OperatorRefund> = {
    id: 'act',
    label: t('operator.refund.act'),
    kind: 'act',
    cell: (refund) =>
      refund.state === 'asked' ? (
        <span className="row gap-8">
          <Button size="small" onClick={() => decide(refund, true)}>
            {t('operator.confirm.approve.refund.act')}
          </Button>
          <Button size="small" kind="secondary" onClick={() => decide(refund, false)}>
            {t('operator.confirm.refuse.refund.act')}
          </Button>
        </span>
      ) : (
        refund.state === 'failed' && (
          <Button size="small" kind="secondary" onClick={() => send(refund)}>
            {t('operator.send.again')}
          </Button>
        )
      ),
  }
  return [[...listRefundColumns({ isSorted }), acts], dialog] as const
}

const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

/** The refunds of one payment. */
export function RefundTable({ refunds }: { refunds: readonly OperatorRefund[] }) {
  const [columns, dialog] = useRefundColumns()
  return (
    <>
      <WholeTable
        file="payment-refunds"
        caption={t('operator.refunds')}
        rows={refunds}
        rowKey={({ id }) => id}
        columns={columns}
        empty={null}
      />
      {dialog}
    </>
  )
}
