import { ReceiptText } from 'lucide-react'
import { type MetaFunction, useLoaderData } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { payments as calls } from '#contract/payments/payments.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { date, money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { CustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import './payments.css'
import '#web/ui/styles/accounts.css'
import { paymentState } from './payment-state.ts'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

export const meta: MetaFunction = () => head({ title: `${t('paid.title')} · Primp`, publicUrl: '', noindex: true })

const pageOf = ({ payments, nextCursor }: OutputOf<typeof calls.mine>) => ({ rows: payments, nextCursor })

export const clientLoader = membersOnly(async () => {
  const [{ user }, first] = await Promise.all([browserApi().accounts.me({}), browserApi().payments.mine({})])
  return { user, first: pageOf(first) }
})

export const HydrateFallback = Undetermined

export default function PaymentsPage() {
  const { user, first } = useLoaderData<typeof clientLoader>()
  const { rows, nextCursor, loading, more } = useRows(
    first,
    async (cursor) => pageOf(await browserApi().payments.mine({ cursor })),
    { toasts: true },
  )
  return (
    <main id="main" tabIndex={-1} className="wrap desk stack s24">
      <CustomerTop name={user.name} />
      <section aria-labelledby="paid" className="stack">
        <div className="row between wrapx">
          <h2 className="d2" id="paid">
            {t('paid.title')}
          </h2>
          <TestPaymentsMark test={rows.some(({ test }) => test)} />
        </div>
        {rows.length === 0 ? (
          <Empty title={t('paid.empty')}>{t('paid.empty.text')}</Empty>
        ) : (
          <div className="cardx p24">
            <ul className="money-list">
              {rows.map((payment) => (
                <li key={payment.id}>
                  <div className="stack s4 min0">
                    <b className="b">{payment.description}</b>
                    <span className="small mut">
                      {date(payment.at.slice(0, 10), 'GB')} · {t(`kind.${payment.kind}`)} · {t(paymentState(payment))}
                    </span>
                    {payment.state === 'captured' && (
                      <ButtonLink
                        kind="quiet"
                        size="small"
                        className="receipt-link"
                        to={`/customer-dashboard/receipts/${payment.id}`}>
                        <ReceiptText className="i" aria-hidden="true" />
                        {t('paid.receipt')}
                        <span className="sr">{payment.number}</span>
                      </ButtonLink>
                    )}
                  </div>
                  <span className="num tnum">{money(payment.amount, payment.currency, { decimals: 'always' })}</span>
                </li>
              ))}
            </ul>
            {nextCursor && (
              <Button kind="secondary" loading={loading} onClick={more}>
                {t('paid.more')}
              </Button>
            )}
          </div>
        )}
      </section>
    </main>
  )
}
