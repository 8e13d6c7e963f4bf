import { useEffect, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import type { Payouts } from '#contract/payments/payments.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatCustomer } from '#contract/payments/statements.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { PayoutRhythmChoice } from '#web/payments/payout-rhythm-choice.tsx'
import { PayoutBadge } from '#web/payments/statements/payout-parts.tsx'
import { PayoutDetails } from '#web/payments/payout-details.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { paymentMessages } from '#web/payments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import moneyListStyles from '#web/ui/money-list.module.css'

export const clientLoader = requireSession(() => browserApi().earnings.payouts({}))

export default function PayoutsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { profile, keep } = useOwn()
  const t = createTranslator(paymentMessages, profile.countryCode)
  const [shown, setShown] = useState<Payouts>(loaded)
  useEffect(() => setShown(loaded), [loaded])
  const [address] = useSearchParams()
  const amount = (n: number) => formatMoney(n, shown.currency, { decimals: 'always' })
  const kept = (now: Payouts) => {
    setShown(now)
    keep((own) => ({ ...own, payoutReady: now.details.state === 'ready' }))
    showToast('success', t('payouts.saved'))
  }
  return (
    <DashboardFrame title={t('payouts.title')} acts={<TestPaymentsMark test={shown.details.gateway === 'test'} />}>
      {shown.onHold && (
        <Note kind="warning">
          {t('payouts.onHold')}{' '}
          <Link className="link tap-target" to="/dashboard/earnings/tax">
            {t('payouts.onHold.act')}
          </Link>
        </Note>
      )}
      <dl className={joinClasses(dashboardStyles.figures, dashboardStyles.pair)}>
        <div>
          <dt>{t('earnings.earned')}</dt>
          <dd className="number">{amount(shown.earned)}</dd>
          <dd className={dashboardStyles.noteLine}>
            {shown.earned > 0 && !shown.onHold
              ? t('earnings.payout.date', { date: formatDate(shown.nextDate, profile.countryCode) })
              : t('earnings.payout.none')}
          </dd>
        </div>
        <div>
          <dt>{t('earnings.way')}</dt>
          <dd className="number">{amount(shown.onItsWay)}</dd>
          <dd className={dashboardStyles.noteLine}>{t('earnings.way.note')}</dd>
        </div>
      </dl>
      <div className="two-columns even">
        <TitledCard title={t('payouts.details')}>
          <PayoutDetails
            details={shown.details}
            name={profile.name}
            country={profile.countryCode}
            again={address.get('from') === 'again'}
            onKept={kept}
          />
        </TitledCard>
        {shown.details.state !== 'none' && (
          <TitledCard title={t('payouts.rhythm')}>
            <PayoutRhythmChoice rhythm={shown.rhythm} country={profile.countryCode} onKept={setShown} />
          </TitledCard>
        )}
      </div>
      <TitledCard title={t('payouts.list')}>
        <PayoutList shown={shown} onMore={setShown} />
      </TitledCard>
    </DashboardFrame>
  )
}

/** Payouts shown at first, and added by each "Show more". */
const atOnce = 10

function PayoutList({ shown, onMore }: { shown: Payouts; onMore: (all: Payouts) => void }) {
  const { profile } = useOwn()
  const t = createTranslator(paymentMessages, profile.countryCode)
  const { pending, run } = useForm({ toasts: true })
  const [most, setMost] = useState(atOnce)
  if (shown.payouts.length === 0)
    return (
      <Empty drawing="purse" title={t('payouts.none')}>
        {t('payouts.none.text')}
      </Empty>
    )
  const more = async () => {
    if (most + atOnce > shown.payouts.length && shown.nextCursor) {
      const next = await run(() => browserApi().earnings.payouts({ cursor: shown.nextCursor ?? '' }))
      if (!next) return
      onMore({ ...next.answer, payouts: [...shown.payouts, ...next.answer.payouts] })
    }
    setMost(most + atOnce)
  }
  const byMonth = Map.groupBy(shown.payouts.slice(0, most), ({ day }) => day.slice(0, 7))
  const amount = (n: number, currency: string) => formatMoney(n, currency, { decimals: 'always' })
  return (
    <>
      {[...byMonth].map(([month, payouts]) => {
        const sum = shown.months.find((one) => one.month === month)?.amount
        return (
          <section key={month} className="stack gap-4" aria-labelledby={`payouts-${month}`}>
            <div className="row space-between wrapping">
              <h3 className="title" id={`payouts-${month}`}>
                {formatMonthName(month)}
              </h3>
              {sum !== undefined && (
                <span className="small muted tabular">
                  {t('payouts.month', { amount: amount(sum, shown.currency) })}
                </span>
              )}
            </div>
            <ul className={moneyListStyles.moneyList}>
              {payouts.map((payout) => (
                <li key={payout.id}>
                  <div className="stack gap-4 can-shrink">
                    <Link className="link bold tap-target" to={`/dashboard/payouts/${payout.id}`}>
                      {getPayoutName(payout, t)}
                    </Link>
                    <span className="small muted">
                      {[formatDate(payout.day, profile.countryCode, new Date().getFullYear()), payout.jobs[0]?.booking]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {payout.state !== 'paid' && (
                      <span className="row gap-8 wrapping small">
                        <PayoutBadge state={payout.state} />
                        {payout.state === 'failed' && (
                          <span className={moneyListStyles.warn}>{t('payouts.failed')}</span>
                        )}
                      </span>
                    )}
                    {payout.returned > 0 && (
                      <span className="small muted">
                        {t('payouts.returned', { amount: amount(payout.returned, payout.currency) })}
                      </span>
                    )}
                  </div>
                  <span className="bold tabular">{amount(payout.bank, payout.currency)}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {(most < shown.payouts.length || shown.nextCursor) && (
        <div>
          <Button kind="secondary" loading={pending} onClick={more}>
            {t('paid.more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns the client and booking of a payout, and how many more it pays for. */
function getPayoutName(
  { jobs }: Payouts['payouts'][number],
  t: ReturnType<typeof createTranslator<typeof paymentMessages>>,
): string {
  const [first, ...others] = jobs
  if (!first) return t('payouts.noJob')
  const name = t('payouts.job', { name: formatCustomer(first), number: first.bookingNumber ?? '' })
  return others.length === 0 ? name : t('payouts.jobs', { name, n: others.length })
}

export { DashboardError as ErrorBoundary }
