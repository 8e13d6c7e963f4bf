import { Link, useLoaderData } from 'react-router'
import { date, money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { PaperButton } from '#web/payments/statements/paper-button.tsx'
import statementStyles from '#web/payments/statements/statement.module.css'
import { statementWords } from '#web/payments/statements/words.ts'
import { paymentWords } from '#web/payments/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { classes } from '#web/ui/class-names.ts'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'

export const clientLoader = membersOnly(
  async ({ params }) => (await browserApi().statements.payout({ payoutId: params['payoutId'] ?? '' })).payout,
)

export default function PayoutPage() {
  const payout = useLoaderData<typeof clientLoader>()
  const { profile } = useOwn()
  const [t, p] = [reader(statementWords, profile.countryCode), reader(paymentWords, profile.countryCode)]
  const amount = (n: number) => (n === 0 ? '' : money(n, payout.currency, { decimals: 'always' }))
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
        {date((payout.paidAt ?? payout.createdAt).slice(0, 10), profile.countryCode)},{' '}
        {payout.state === 'failed' ? p('ppay.failed') : p(`ppay.state.${payout.state}`)}
      </p>
      <TitledCard title={t('payout.parts')}>
        <div role="group" className={tableStyles.tableScroll} aria-label={t('payout.parts')} tabIndex={0}>
          <table className={classes(tableStyles.table, statementStyles.table)}>
            <caption className="visually-hidden">{t('payout.parts')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('payout.booking')}</th>
                {(['paid', 'fee', 'part'] as const).map((column) => (
                  <th key={column} scope="col" className={tableStyles.amount}>
                    {t(`payout.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {payout.parts.map((part, i) => (
                <tr key={`${part.booking} ${i}`}>
                  <td>{part.booking || t('payout.other')}</td>
                  <td className={tableStyles.amount}>{amount(part.paid)}</td>
                  <td className={tableStyles.amount}>{amount(part.fee)}</td>
                  <td className={tableStyles.amount}>{amount(part.part)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {t('payout.sum')}
                </th>
                <td className={classes('bold', tableStyles.amount)}>{amount(payout.amount)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </TitledCard>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
