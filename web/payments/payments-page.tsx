import { Link, type MetaFunction, useLoaderData } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { payments as calls } from '#contract/payments/payments.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { CustomerTop, loadCustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import styles from './payments-page.module.css'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentMessages } from './messages.ts'

const t = createTranslator(paymentMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('paid.title')} · Primp`, publicUrl: '', noindex: true })

const pageOf = ({ payments, nextCursor }: OutputOf<typeof calls.mine>) => ({ rows: payments, nextCursor })

export const clientLoader = requireSession(async () => {
  const [top, first] = await Promise.all([loadCustomerTop(), browserApi().payments.mine({})])
  return { top, first: pageOf(first) }
})

export const HydrateFallback = Undetermined

export default function PaymentsPage() {
  const { top, first } = useLoaderData<typeof clientLoader>()
  const { rows, nextCursor, loading, more } = useRows(
    first,
    async (cursor) => pageOf(await browserApi().payments.mine({ cursor })),
    { toasts: true },
  )
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      <section aria-labelledby="paid" className="stack">
        <div className="row space-between wrapping">
          <h2 className="heading-2" id="paid">
            {t('paid.title')}
          </h2>
          <TestPaymentsMark test={rows.some(({ test }) => test)} />
        </div>
        <p className="row gap-8 wrapping">
          <Link className={getButtonClasses({ kind: 'secondary', size: 'small' })} to="/customer-dashboard/vouchers">
            {t('paid.vouchers')}
          </Link>
          <Link className={getButtonClasses({ kind: 'secondary', size: 'small' })} to="/customer-dashboard/cards">
            {t('paid.cards')}
          </Link>
        </p>
        {rows.length === 0 ? (
          <Empty drawing="purse" title={t('paid.empty')}>
            {t('paid.empty.text')}
          </Empty>
        ) : (
          <>
            {[...Map.groupBy(rows, ({ at }) => at.slice(0, 7))].map(([month, paid]) => (
              <section key={month} className="stack gap-12" aria-label={formatMonthName(month)}>
                <h3 className="title">{formatMonthName(month)}</h3>
                <ul className={joinClasses('card', styles.payments)}>
                  {paid.map((payment) => (
                    <PaymentRow key={payment.id} payment={payment} />
                  ))}
                </ul>
              </section>
            ))}
            {nextCursor && (
              <Button kind="secondary" loading={loading} onClick={more}>
                {t('paid.more')}
              </Button>
            )}
          </>
        )}
      </section>
    </main>
  )
}

/** A payment by what it was for and with whom, with its state, amount and receipt. */
function PaymentRow({ payment }: { payment: OutputOf<typeof calls.mine>['payments'][number] }) {
  const { kind, inFull, provider, event, eventDate, countryCode, state, at, id, paidBy } = payment
  const day = (date: string) => formatDate(date, countryCode, new Date().getUTCFullYear())
  const title = [t(`kind.${inFull ? 'whole' : kind}`), provider]
  const subject = [event, eventDate && day(eventDate)].filter(Boolean).join(', ')
  return (
    <li className={styles.payment}>
      <b className="bold">{title.filter(Boolean).join(' · ')}</b>
      <b className={joinClasses('bold tabular', styles.amount)}>
        {formatMoney(payment.amount, payment.currency, { decimals: 'always' })}
      </b>
      {subject && <span className="small">{subject}</span>}
      <span className="small muted">
        {[`${t(paymentState(payment))} ${day(at.slice(0, 10))}`, paidBy && t('paid.byPartner', { partner: paidBy })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {state === 'captured' && (
        <Link
          className={joinClasses('link small tap-target', styles.receipt)}
          to={`/customer-dashboard/receipts/${id}`}>
          {t('paid.receipt')}
          <span className="visually-hidden">{payment.number}</span>
        </Link>
      )}
    </li>
  )
}

function paymentState({ state, amount, refunded }: { state: PaymentState; amount: number; refunded: number }) {
  if (state !== 'captured' || refunded === 0) return `paid.state.${state}` as const
  return refunded < amount ? 'paid.state.part' : 'paid.state.whole'
}
