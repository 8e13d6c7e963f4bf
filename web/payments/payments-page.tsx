import { ReceiptText } from 'lucide-react'
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
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
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
      <p className="row gap-24 wrapping">
        <Link className="link tap-target" to="/customer-dashboard/vouchers">
          {t('paid.vouchers')}
        </Link>
        <Link className="link tap-target" to="/customer-dashboard/cards">
          {t('paid.cards')}
        </Link>
      </p>
      <section aria-labelledby="paid" className="stack">
        <div className="row space-between wrapping">
          <h2 className="heading-2" id="paid">
            {t('paid.title')}
          </h2>
          <TestPaymentsMark test={rows.some(({ test }) => test)} />
        </div>
        {rows.length === 0 ? (
          <Empty drawing="purse" title={t('paid.empty')}>
            {t('paid.empty.text')}
          </Empty>
        ) : (
          <>
            {[...Map.groupBy(rows, ({ provider }) => provider)].map(([provider, paid]) => (
              <section key={provider} className="card pad-24 stack" aria-label={provider || t('paid.other')}>
                <h3 className="title">{provider || t('paid.other')}</h3>
                <ul className={moneyListStyles.moneyList}>
                  {paid.map((payment) => (
                    <li key={payment.id}>
                      <div className="stack gap-4 can-shrink">
                        <b className="bold">{payment.description}</b>
                        <span className="small muted">
                          {formatDate(payment.at.slice(0, 10), 'GB')} · {t(`kind.${payment.kind}`)} ·{' '}
                          {t(paymentState(payment))}
                        </span>
                        {payment.state === 'captured' && (
                          <ButtonLink
                            kind="quiet"
                            size="small"
                            className={styles.receiptLink}
                            to={`/customer-dashboard/receipts/${payment.id}`}>
                            <ReceiptText className="icon" aria-hidden="true" />
                            {t('paid.receipt')}
                            <span className="visually-hidden">{payment.number}</span>
                          </ButtonLink>
                        )}
                      </div>
                      <span className="bold tabular">
                        {formatMoney(payment.amount, payment.currency, { decimals: 'always' })}
                      </span>
                    </li>
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

function paymentState({ state, amount, refunded }: { state: PaymentState; amount: number; refunded: number }) {
  if (state !== 'captured' || refunded === 0) return `paid.state.${state}` as const
  return refunded < amount ? 'paid.state.part' : 'paid.state.whole'
}
