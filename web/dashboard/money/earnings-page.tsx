import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { date, money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { MonthChart } from '#web/payments/month-chart.tsx'
import { monthName } from '#web/payments/month-name.ts'
import { Statement } from '#web/payments/statement.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { paymentWords } from '#web/payments/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { download } from '#web/platform/download.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardFrame, DashboardError } from '#web/dashboard/dashboard-frame.tsx'
import { classes } from '#web/ui/class-names.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'

/** The statement's month stands in the address. */
export const clientLoader = membersOnly(async ({ request }) => {
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  const earnings = await browserApi().earnings.show({})
  const month =
    asked === 'all' ? null : /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : (earnings.months.at(-1)?.month ?? null)
  const statement = await browserApi().earnings.statement(month ? { month } : {})
  return { earnings, statement, month }
})

export default function EarningsPage() {
  const { earnings, statement, month } = useLoaderData<typeof clientLoader>()
  const { profile } = useOwn()
  const t = reader(paymentWords, profile.countryCode)
  const [, setAddress] = useSearchParams()
  const moving = useNavigation().state === 'loading'
  const { waiting, run } = useAct({ toasts: true })
  const amount = (n: number) => money(n, earnings.currency, { decimals: 'always' })
  const save = async () => {
    const done = await run(() => browserApi().earnings.statement(month ? { month } : {}))
    if (!done) return
    download(`primp-statement${month ? `-${month}` : ''}.csv`, done.answer.lines)
    toast('success', t('earn.exported'))
  }
  return (
    <DashboardFrame title={t('earn.title')} acts={<TestPaymentsMark test={earnings.test} />}>
      <dl className={classes(dashboardStyles.figures, dashboardStyles.four)}>
        <div>
          <dt>{t('earn.month')}</dt>
          <dd className="number">{amount(earnings.thisMonth.yours)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('earn.month.note', { n: earnings.thisMonth.bookings })}</dd>
        </div>
        <div>
          <dt>{t('earn.payout')}</dt>
          <dd className="number">{earnings.nextPayout ? amount(earnings.nextPayout.amount) : '–'}</dd>
          <dd className={dashboardStyles.noteLine}>
            {earnings.nextPayout
              ? t('earn.payout.date', { date: date(earnings.nextPayout.date, profile.countryCode) })
              : t('earn.payout.none')}
          </dd>
        </div>
        <div>
          <dt>{t('earn.waiting')}</dt>
          <dd className="number">{amount(earnings.waiting)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('ppay.waiting')}</dd>
        </div>
        <div>
          <dt>{t('earn.out')}</dt>
          <dd className="number">{amount(earnings.paidOut)}</dd>
        </div>
      </dl>
      <TitledCard title={t('earn.chart')}>
        <MonthChart months={earnings.months} currency={earnings.currency} />
      </TitledCard>
      <TitledCard
        title={month ? t('doc.statement', { month: monthName(month) }) : t('earn.statement.all')}
        beside={
          <Button kind="secondary" size="small" loading={waiting} onClick={save}>
            {t('earn.export')}
          </Button>
        }>
        <SelectField
          label={t('earn.statement.choose')}
          value={month ?? 'all'}
          onChange={({ target }) => setAddress({ month: target.value }, { preventScrollReset: true })}>
          <option value="all">{t('earn.statement.all')}</option>
          {earnings.months.toReversed().map((m) => (
            <option key={m.month} value={m.month}>
              {monthName(m.month)}
            </option>
          ))}
        </SelectField>
        <div aria-busy={moving || undefined}>
          <Statement rows={statement.rows} currency={statement.currency} country={profile.countryCode} />
        </div>
      </TitledCard>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
