import { Link, useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { formatCustomer, statementTypes } from '#contract/payments/statements.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { PaperButton, statementMessages } from '#web/payments/statements/statement-files.tsx'
import { paymentMessages } from '#web/payments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import moneyListStyles from '#web/ui/money-list.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'

export const clientLoader = requireSession(
  async ({ params }) => (await browserApi().statements.payout({ payoutId: params['payoutId'] ?? '' })).payout,
)

export default function PayoutPage() {
  const payout = useLoaderData<typeof clientLoader>()
  const { profile } = useOwn()
  const [t, p] = [
    createTranslator(statementMessages, profile.countryCode),
    createTranslator(paymentMessages, profile.countryCode),
  ]
  const amount = (n: number) => formatMoney(n, payout.currency, { decimals: 'always' })
  return (
    <DashboardFrame
      title={t('payout.title', { number: payout.number })}
      acts={<PaperButton kind="payout" of={payout.id} />}>
      <p>
        <Link className="link tap-target" to="/dashboard/payouts">
          {t('payout.back')}
        </Link>
      </p>
      <p className="muted">
        {formatDate((payout.paidAt ?? payout.createdAt).slice(0, 10), profile.countryCode)},{' '}
        {payout.state === 'failed' ? p('payouts.failed') : p(`payouts.state.${payout.state}`)}
      </p>
      <TitledCard title={t('payout.parts')}>
        <ul className={moneyListStyles.moneyList}>
          {payout.parts.map((part, i) => (
            <li key={`${part.booking} ${i}`}>
              <div className="stack gap-4 can-shrink">
                <b className="bold">{part.booking || t('payout.other')}</b>
                {part.bookingNumber && (
                  <span className="small">
                    {t('payout.booking', { customer: formatCustomer(part), number: part.bookingNumber })}
                  </span>
                )}
                {part.booking && (
                  <span className="small muted">
                    {statementTypes[part.type]}: {t('payout.part', { paid: amount(part.paid), fee: amount(part.fee) })}
                  </span>
                )}
              </div>
              <span className="bold tabular">{amount(part.part)}</span>
            </li>
          ))}
          <li>
            <b className="bold">{t('payout.sum')}</b>
            <b className="bold tabular">{amount(payout.amount)}</b>
          </li>
          {payout.returned > 0 && (
            <li>
              <span>{t('payout.returned')}</span>
              <span className="bold tabular">{amount(-payout.returned)}</span>
            </li>
          )}
          {payout.state === 'paid' && payout.bank !== payout.amount && (
            <li>
              <b className="bold">{t('payout.bank')}</b>
              <b className="bold tabular">{amount(payout.bank)}</b>
            </li>
          )}
        </ul>
      </TitledCard>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
