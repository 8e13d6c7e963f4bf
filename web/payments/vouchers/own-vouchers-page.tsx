import { useState } from 'react'
import { Link, type MetaFunction, useLoaderData } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { BoughtVoucher } from '#contract/payments/vouchers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { CustomerTop, loadCustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import moneyListStyles from '#web/ui/money-list.module.css'
import { BackLink } from '#web/ui/titled-page.tsx'
import { voucherMessages } from './voucher-messages.ts'

const t = createTranslator(voucherMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('gift.list.title.own')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const [top, { vouchers }] = await Promise.all([loadCustomerTop(), browserApi().vouchers.mine({})])
  return { top, vouchers }
})

export const HydrateFallback = Undetermined

export default function OwnVouchersPage() {
  const { top, vouchers } = useLoaderData<typeof clientLoader>()
  const buy = (
    <ButtonLink kind={vouchers.length > 0 ? 'secondary' : 'primary'} to="/gift-vouchers">
      {t('gift.list.buy')}
    </ButtonLink>
  )
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      <section aria-labelledby="vouchers" className="stack">
        <BackLink to="/customer-dashboard/payments" label={t('gift.list.payments')} />
        <div className="row space-between wrapping">
          <h2 className="heading-2" id="vouchers">
            {t('gift.list.title.own')}
          </h2>
          {vouchers.length > 0 && buy}
        </div>
        {vouchers.length === 0 ? (
          <Empty drawing="purse" title={t('gift.list.empty')} action={buy}>
            {t('gift.list.empty.text')}
          </Empty>
        ) : (
          <div className="card pad-24">
            <ul className={moneyListStyles.moneyList}>
              {vouchers.map((voucher) => (
                <Bought key={voucher.id} bought={voucher} />
              ))}
            </ul>
          </div>
        )}
      </section>
    </main>
  )
}

function Bought({ bought }: { bought: BoughtVoucher }) {
  const [voucher, setVoucher] = useState(bought)
  const act = useForm({ toasts: true })
  const cash = (amount: number) => formatMoney(amount, voucher.currency, { decimals: 'always' })
  const day = (at: string) => formatDate(at.slice(0, 10), voucher.countryCode)
  const giveBack = async () => {
    const done = await act.run((key) => browserApi().vouchers.refund({ voucherId: voucher.id }, { key }))
    if (!done) return
    showToast('success', t('gift.list.backed', { amount: cash(voucher.left) }))
    setVoucher(done.answer.voucher)
  }
  return (
    <li>
      <div className="stack gap-4 can-shrink">
        <b className="bold">
          {voucher.kind === 'goodwill' ? t('gift.list.credit') : t('gift.list.for', { name: voucher.toName })}
        </b>
        {voucher.reason && <span className="small">{voucher.reason}</span>}
        {voucher.artist && <span className="small">{t('gift.card.only', { name: voucher.artist.name })}</span>}
        <span className="small muted">
          {voucher.state === 'blocked'
            ? t('gift.list.blocked')
            : t('gift.list.left', { left: cash(voucher.left), amount: cash(voucher.amount) })}
        </span>
        {voucher.expiresAt && (
          <span className="small muted">{t('gift.card.ends', { date: day(voucher.expiresAt) })}</span>
        )}
        {voucher.toEmail && (
          <span className="small muted">
            {voucher.sentAt
              ? t('gift.list.sent', { date: day(voucher.sentAt) })
              : voucher.sendOn && t('gift.list.sends', { date: day(voucher.sendOn) })}
          </span>
        )}
        {voucher.code && voucher.state === 'live' && (
          <Link className="link tap-target" to={`/voucher/${voucher.code}`}>
            {voucher.code}
          </Link>
        )}
        {voucher.returnUntil && (
          <div className="row wrapping gap-8">
            <Button kind="quiet" size="small" loading={act.pending} onClick={giveBack}>
              {t('gift.list.back')}
            </Button>
            <span className="small muted">{t('gift.list.back.until', { date: day(voucher.returnUntil) })}</span>
          </div>
        )}
      </div>
      <span className="bold tabular">{cash(voucher.amount)}</span>
    </li>
  )
}
