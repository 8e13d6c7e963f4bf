import { Link, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { MonthChart } from '#web/payments/month-chart.tsx'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import { CsvButton, PaperButton, statementMessages } from '#web/payments/statements/statement-files.tsx'
import { Statement } from '#web/payments/statements/statement.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { paymentMessages } from '#web/payments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'

/** Loads the statement of the month in the address. */
export const clientLoader = requireSession(async ({ request }) => {
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  const earnings = await browserApi().earnings.show({})
  const month =
    asked === 'all' ? null : /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : (earnings.months.at(-1)?.month ?? null)
  const statement = await browserApi().statements.show(month ? { month } : {})
  return { earnings, statement, month }
})

export default function EarningsPage() {
  const { earnings, statement, month } = useLoaderData<typeof clientLoader>()
  const { profile } = useOwn()
  const t = createTranslator(paymentMessages, profile.countryCode)
  const statementText = createTranslator(statementMessages, profile.countryCode)
  const [, setAddress] = useSearchParams()
  const moving = useNavigation().state === 'loading'
  const amount = (n: number) => formatMoney(n, earnings.currency, { decimals: 'always' })
  return (
    <DashboardFrame
      title={t('earnings.title')}
      acts={
        <>
          <TestPaymentsMark test={earnings.test} />
          <ButtonLink kind="secondary" size="small" to="/dashboard/earnings/tax">
            {statementText('year.link')}
          </ButtonLink>
        </>
      }>
      <dl className={joinClasses(dashboardStyles.figures, dashboardStyles.four)}>
        <div>
          <dt>{t('earnings.held')}</dt>
          <dd className="number">{amount(earnings.held)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('payouts.waiting')}</dd>
        </div>
        <div>
          <dt>{t('earnings.earned')}</dt>
          <dd className="number">{amount(earnings.earned)}</dd>
          <dd className={dashboardStyles.noteLine}>
            {earnings.nextPayout
              ? t('earnings.payout.date', { date: formatDate(earnings.nextPayout.date, profile.countryCode) })
              : t('earnings.payout.none')}
          </dd>
        </div>
        <div>
          <dt>{t('earnings.way')}</dt>
          <dd className="number">{amount(earnings.onItsWay)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('earnings.way.note')}</dd>
        </div>
        <div>
          <dt>{t('earnings.out')}</dt>
          <dd className="number">{amount(earnings.paid)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('earnings.out.note')}</dd>
        </div>
      </dl>
      <TitledCard title={t('earnings.chart')}>
        <p className="muted">
          {t('earnings.month')}: <b>{amount(earnings.thisMonth.yours)}</b>,{' '}
          {t('earnings.month.note', { n: earnings.thisMonth.bookings })}
        </p>
        <MonthChart months={earnings.months} currency={earnings.currency} />
      </TitledCard>
      <TitledCard
        title={month ? t('doc.statement', { month: formatMonthName(month) }) : t('earnings.statement.all')}
        beside={
          <span className="row gap-8">
            <CsvButton
              name={`primp-statement${month ? `-${month}` : ''}.csv`}
              lines={async () => (await browserApi().statements.show(month ? { month } : {})).lines}
            />
            <PaperButton kind="statement" of={month ?? 'all'} label={t('earnings.statement.all')} />
          </span>
        }>
        <div className="no-print">
          <SelectField
            label={t('earnings.statement.choose')}
            value={month ?? 'all'}
            onChange={({ target }) => setAddress({ month: target.value }, { preventScrollReset: true })}>
            <option value="all">{t('earnings.statement.all')}</option>
            {earnings.months.toReversed().map((m) => (
              <option key={m.month} value={m.month}>
                {formatMonthName(m.month)}
              </option>
            ))}
          </SelectField>
        </div>
        <div aria-busy={moving || undefined}>
          <Statement statement={statement} country={profile.countryCode} />
        </div>
      </TitledCard>
      <p className="no-print">
        <Link className="link tap-target" to="/dashboard/rules">
          {t('earnings.fee')}
        </Link>
      </p>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
