import { useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { WholeTable } from '#web/operator/table.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, formatShortMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { voucherMessages } from './voucher-messages.ts'

const t = createTranslator(voucherMessages)

export const clientLoader = requireSession(({ params }) =>
  browserApi().operatorVouchers.show({ voucherId: params['voucherId'] ?? '' }),
)

export const HydrateFallback = Undetermined

export default function VoucherPage() {
  const { voucher, paymentId, spends } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const { number, currency, id: voucherId } = voucher
  const cash = (amount: number) => formatMoney(amount, currency, { decimals: 'always', mixed: true })
  const api = browserApi().operatorVouchers
  const act = voucher.state === 'live' ? 'block' : 'unblock'
  const ask = () =>
    confirm({
      title: t(`operator.voucher.${act}.title`, { number }),
      text: t(`operator.voucher.${act}.text`),
      act: t(`operator.voucher.${act}`),
      danger: act === 'block',
      run: (reason, key) => api[act]({ voucherId, reason }, { key }),
    })
  return (
    <ConsoleFrame
      title={t('operator.voucher.number', { number })}
      back={{ to: '/operator/vouchers', label: formatMessage(operatorMessages['operator.vouchers']) }}
      acts={
        <Button kind="secondary" onClick={ask}>
          {t(`operator.voucher.${act}`)}
        </Button>
      }>
      <FactStrip
        facts={[
          {
            label: t('operator.voucher.left'),
            value: cash(voucher.left),
            note: t('operator.voucher.of', { amount: cash(voucher.amount) }),
          },
          { label: t('operator.voucher.buyer'), value: voucher.buyer.name, note: voucher.buyer.email },
          { label: t('operator.voucher.to'), value: voucher.to.name, note: voucher.to.email },
          { label: t('operator.voucher.reason'), value: voucher.reason },
          voucher.artist && {
            label: t('operator.voucher.artist'),
            value: voucher.freedAt
              ? t('operator.voucher.freed', {
                  name: voucher.artist.name,
                  date: formatOperatorMoment(voucher.freedAt),
                })
              : voucher.artist.name,
          },
          {
            label: t('operator.voucher.sent'),
            value: voucher.sentAt
              ? formatOperatorMoment(voucher.sentAt)
              : voucher.sendOn
                ? t('operator.voucher.sends', { date: formatDate(voucher.sendOn, 'GB') })
                : t('operator.voucher.sent.none'),
          },
          {
            label: t('operator.voucher.ends'),
            value: voucher.expiresAt ? formatOperatorMoment(voucher.expiresAt) : t('operator.voucher.ends.never'),
          },
          paymentId !== null && {
            label: t('operator.voucher.payment'),
            value: t('operator.voucher.payment.open'),
            to: `/operator/payments/${paymentId}`,
          },
          { label: t('operator.voucher.blockedFor'), value: voucher.blockedFor },
        ]}
      />
      <TitledCard title={t('operator.voucher.spends')}>
        {spends.length === 0 ? (
          <p className="muted">{t('operator.voucher.spends.none')}</p>
        ) : (
          <WholeTable
            file="voucher-payments"
            caption={t('operator.voucher.spends')}
            rows={spends}
            rowKey={({ id }) => id}
            to={({ paymentId }) => paymentId && `/operator/payments/${paymentId}`}
            empty={null}
            columns={[
              {
                id: 'payment',
                label: t('operator.voucher.booking'),
                width: 100,
                cell: ({ paymentId, description, state }) =>
                  paymentId ? description : t(`operator.voucher.spend.${state}`),
              },
              {
                id: 'returned',
                label: t('operator.voucher.returned'),
                kind: 'number',
                isLabelled: true,
                cell: ({ returned }) => returned > 0 && cash(returned),
              },
              {
                id: 'amount',
                label: t('operator.voucher.amount'),
                kind: 'number',
                isLead: true,
                cell: ({ amount }) => cash(amount),
              },
              { id: 'when', label: t('operator.voucher.used'), kind: 'date', cell: ({ at }) => formatShortMoment(at) },
            ]}
          />
        )}
      </TitledCard>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
