import { Link, useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
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
      acts={
        <Button kind="secondary" onClick={ask}>
          {t(`operator.voucher.${act}`)}
        </Button>
      }>
      <div className="card pad-24 stack">
        <dl className={consoleStyles.details}>
          <dt>{t('operator.voucher.left')}</dt>
          <dd>
            {cash(voucher.left)} {t('operator.voucher.of', { amount: cash(voucher.amount) })}
          </dd>
          <dt>{t('operator.voucher.buyer')}</dt>
          <dd>
            {voucher.buyer.name}, {voucher.buyer.email}
          </dd>
          <dt>{t('operator.voucher.to')}</dt>
          <dd>{[voucher.to.name, voucher.to.email].filter(Boolean).join(', ')}</dd>
          {voucher.reason && (
            <>
              <dt>{t('operator.voucher.reason')}</dt>
              <dd>{voucher.reason}</dd>
            </>
          )}
          {voucher.artist && (
            <>
              <dt>{t('operator.voucher.artist')}</dt>
              <dd>
                {voucher.freedAt
                  ? t('operator.voucher.freed', {
                      name: voucher.artist.name,
                      date: formatOperatorMoment(voucher.freedAt),
                    })
                  : voucher.artist.name}
              </dd>
            </>
          )}
          <dt>{t('operator.voucher.sent')}</dt>
          <dd>
            {voucher.sentAt
              ? formatOperatorMoment(voucher.sentAt)
              : voucher.sendOn
                ? t('operator.voucher.sends', { date: formatDate(voucher.sendOn, 'GB') })
                : t('operator.voucher.sent.none')}
          </dd>
          <dt>{t('operator.voucher.ends')}</dt>
          <dd>{voucher.expiresAt ? formatOperatorMoment(voucher.expiresAt) : t('operator.voucher.ends.never')}</dd>
          {voucher.blockedFor && (
            <>
              <dt>{t('operator.voucher.blockedFor')}</dt>
              <dd>{voucher.blockedFor}</dd>
            </>
          )}
        </dl>
        {paymentId && (
          <p>
            <Link className="link tap-target" to={`/operator/payments/${paymentId}`}>
              {t('operator.voucher.payment')}
            </Link>
          </p>
        )}
      </div>
      <TitledCard title={t('operator.voucher.spends')}>
        {spends.length === 0 ? (
          <p className="muted">{t('operator.voucher.spends.none')}</p>
        ) : (
          <div role="group" className={tableStyles.tableScroll} aria-label={t('operator.voucher.spends')} tabIndex={0}>
            <table className={tableStyles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('operator.voucher.what')}</th>
                  <th scope="col">{t('operator.voucher.amount')}</th>
                  <th scope="col">{t('operator.voucher.when')}</th>
                </tr>
              </thead>
              <tbody>
                {spends.map((spend) => (
                  <tr key={spend.id}>
                    <td>
                      {spend.paymentId ? (
                        <Link className="link" to={`/operator/payments/${spend.paymentId}`}>
                          {spend.description}
                        </Link>
                      ) : (
                        t(`operator.voucher.spend.${spend.state}`)
                      )}
                    </td>
                    <td className={tableStyles.amount}>
                      {cash(spend.amount)}
                      {spend.returned > 0 && (
                        <div className="small muted">
                          {t('operator.voucher.spend.back', { amount: cash(spend.returned) })}
                        </div>
                      )}
                    </td>
                    <td className={consoleStyles.keep}>{formatOperatorMoment(spend.at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </TitledCard>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
