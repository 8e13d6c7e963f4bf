import { useEffect, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import type { Payouts } from '#contract/payments/payments.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { PayoutRhythmChoice } from '#web/payments/payout-rhythm-choice.tsx'
import { PayoutDetails } from '#web/payments/payout-details.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { paymentMessages } from '#web/payments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
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
      <TitledCard title={t('payouts.list')}>
        <PayoutList shown={shown} onMore={setShown} />
      </TitledCard>
    </DashboardFrame>
  )
}

function PayoutList({ shown, onMore }: { shown: Payouts; onMore: (all: Payouts) => void }) {
  const { profile } = useOwn()
  const t = createTranslator(paymentMessages, profile.countryCode)
  const { pending, run } = useForm({ toasts: true })
  if (shown.payouts.length === 0)
    return (
      <Empty drawing="purse" title={t('payouts.none')}>
        {t('payouts.none.text')}
      </Empty>
    )
  const more = async () => {
    const next = await run(() => browserApi().earnings.payouts({ cursor: shown.nextCursor ?? '' }))
    if (next) onMore({ ...next.answer, payouts: [...shown.payouts, ...next.answer.payouts] })
  }
  return (
    <>
      <ul className={moneyListStyles.moneyList}>
        {shown.payouts.map((payout) => (
          <li key={payout.id} className={moneyListStyles.oneLine}>
            <div className="row gap-8 wrapping can-shrink">
              <Link className="link bold tap-target" to={`/dashboard/payouts/${payout.id}`}>
                {formatDate((payout.paidAt ?? payout.createdAt).slice(0, 10), profile.countryCode)}
              </Link>
              <span className={payout.state === 'failed' ? joinClasses('small', moneyListStyles.warn) : 'small muted'}>
                {payout.state === 'failed' ? t('payouts.failed') : t(`payouts.state.${payout.state}`)}
              </span>
              {payout.returned > 0 && (
                <span className="small muted">
                  {t('payouts.returned', {
                    amount: formatMoney(payout.returned, payout.currency, { decimals: 'always' }),
                  })}
                </span>
              )}
            </div>
            <span className="bold tabular">{formatMoney(payout.bank, payout.currency, { decimals: 'always' })}</span>
          </li>
        ))}
      </ul>
      {shown.nextCursor && (
        <Button kind="secondary" loading={pending} onClick={more}>
          {t('paid.more')}
        </Button>
      )}
    </>
  )
}

export { DashboardError as ErrorBoundary }
