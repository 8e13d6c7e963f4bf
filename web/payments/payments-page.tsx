import { ReceiptText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type MetaFunction, useLoaderData } from 'react-router'
import { date, money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { CustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import './payments.css'
import '#web/ui/styles/accounts.css'
import { paymentState } from './payment-state.ts'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

export const meta: MetaFunction = () => head({ title: `${t('paid.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = membersOnly(async () => {
  const [{ user }, first] = await Promise.all([browserApi().accounts.me({}), browserApi().payments.mine({})])
  return { user, first }
})

export const HydrateFallback = Undetermined

export default function PaymentsPage() {
  const { user, first } = useLoaderData<typeof clientLoader>()
  const [shown, setShown] = useState(first)
  const [loading, setLoading] = useState(false)
  useEffect(() => setShown(first), [first])
  const more = async () => {
    setLoading(true)
    try {
      const next = await browserApi().payments.mine({ cursor: shown.nextCursor ?? '' })
      setShown({ payments: [...shown.payments, ...next.payments], nextCursor: next.nextCursor })
    } catch (fault) {
      toast('error', (fault instanceof ApiError ? fault : new ApiError(0, {})).message)
    }
    setLoading(false)
  }
  return (
    <main id="main" tabIndex={-1} className="wrap desk stack s24">
      <CustomerTop name={user.name} />
      <section aria-labelledby="paid" className="stack">
        <div className="row between wrapx">
          <h2 className="d2" id="paid">
            {t('paid.title')}
          </h2>
          <TestPaymentsMark test={shown.payments.some(({ test }) => test)} />
        </div>
        {shown.payments.length === 0 ? (
          <Empty title={t('paid.empty')}>{t('paid.empty.text')}</Empty>
        ) : (
          <div className="cardx p24">
            <ul className="money-list">
              {shown.payments.map((payment) => (
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
            {shown.nextCursor && (
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
