import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { SoldVoucher } from '#contract/payments/vouchers.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { CsvButton } from '#web/payments/statements/statement-files.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { LinkField } from './share-links.tsx'
import { useGrowthMessages } from './growth-messages.ts'

const SHOWN = 100

export const clientLoader = requireSession(async () => browserApi().vouchers.sold({}))

/** Gift vouchers for this artist: on sale or not, and those sold. */
export default function SoldVouchersPage() {
  const { sums, vouchers, currency } = useLoaderData<typeof clientLoader>()
  const { t } = useGrowthMessages()
  const cash = (amount: number) => formatMoney(amount, currency, { decimals: 'always' })
  return (
    <DashboardFrame title={t('sold.title')} text={t('sold.text')}>
      <SaleCard />
      {vouchers.length > 0 && (
        <dl className={dashboardStyles.figures}>
          {(['sold', 'open', 'used'] as const).map((of) => (
            <div key={of}>
              <dt>{t(`sold.sum.${of}`)}</dt>
              <dd className="number">{cash(sums[of])}</dd>
            </div>
          ))}
        </dl>
      )}
      <TitledCard
        title={t('sold.list')}
        beside={
          vouchers.length > 0 && (
            <CsvButton
              name="primp-gift-vouchers.csv"
              lines={async () => (await browserApi().vouchers.sold({})).lines}
            />
          )
        }>
        {vouchers.length === 0 ? (
          <Empty drawing="purse" title={t('sold.none')}>
            {t('sold.none.text')}
          </Empty>
        ) : (
          <SoldTable vouchers={vouchers.slice(0, SHOWN)} currency={currency} />
        )}
        {vouchers.length > SHOWN && <p className="small muted">{t('sold.first', { n: SHOWN })}</p>}
      </TitledCard>
    </DashboardFrame>
  )
}

function SaleCard() {
  const { t, profile, site } = useGrowthMessages()
  const [sells, setSells] = useState(profile.vouchers)
  const act = useForm()
  const open = profile.state === 'approved'
  const turn = async () => {
    const done = await act.run(() => browserApi().providerProfile.vouchers({ sells: !sells }))
    if (!done) return
    setSells(done.answer.vouchers)
    showToast('success', t(done.answer.vouchers ? 'sold.on.done' : 'sold.off.done'))
  }
  return (
    <TitledCard title={t('sold.sale')}>
      <p>{t(sells ? 'sold.sale.on' : open ? 'sold.sale.off' : 'sold.sale.closed')}</p>
      <p className="small muted">{t('sold.sale.how')}</p>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      {sells && <LinkField name={t('sold.link')} address={`${site}/gift-vouchers/${profile.slug}`} />}
      {(sells || open) && (
        <div>
          <Button kind={sells ? 'secondary' : 'primary'} loading={act.pending} onClick={turn}>
            {t(sells ? 'sold.off' : 'sold.on')}
          </Button>
        </div>
      )}
    </TitledCard>
  )
}

function SoldTable({ vouchers, currency }: { vouchers: readonly SoldVoucher[]; currency: string }) {
  const { t, profile } = useGrowthMessages()
  const cash = (amount: number) => formatMoney(amount, currency, { decimals: 'always' })
  return (
    <div role="group" className={tableStyles.tableScroll} aria-label={t('sold.list')} tabIndex={0}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            {(['number', 'from', 'to', 'amount', 'open', 'used', 'when', 'state'] as const).map((of) => (
              <th key={of} scope="col">
                {t(`sold.${of}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vouchers.map((one) => (
            <tr key={one.number}>
              <td>{one.number}</td>
              <td>{one.fromName}</td>
              <td>{one.toName}</td>
              <td className={tableStyles.amount}>{cash(one.amount)}</td>
              <td className={tableStyles.amount}>{cash(one.open)}</td>
              <td className={tableStyles.amount}>{cash(one.used)}</td>
              <td>{formatDate(one.soldAt.slice(0, 10), profile.countryCode)}</td>
              <td>
                <Badge look={one.state === 'live' ? 'jadeSoft' : 'disabled'}>{t(`sold.state.${one.state}`)}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export { DashboardError as ErrorBoundary }
