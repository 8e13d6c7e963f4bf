import { Printer } from 'lucide-react'
import {
  isRouteErrorResponse,
  Link,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ApiError, toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Note } from '#web/ui/note.tsx'
import { taxMessages } from '#web/payments/tax/messages.ts'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './receipt-page.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = createTranslator(paymentMessages)
const x = createTranslator(taxMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('paid.receipt')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(
  async ({ params }) => (await browserApi().payments.receipt({ paymentId: params['paymentId'] ?? '' })).receipt,
)

export const HydrateFallback = Undetermined

export default function ReceiptPage() {
  const receipt = useLoaderData<typeof clientLoader>()
  const country = receipt.countryCode as Country
  const amount = (n: number) => formatMoney(n, receipt.currency, { decimals: 'always' })
  const sums = { paid: amount(receipt.paid), refund: amount(receipt.refunded), balance: amount(receipt.open ?? 0) }
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <p className="no-print">
        <Link className="link tap-target" to="/customer-dashboard/payments">
          {t('doc.back')}
        </Link>
      </p>
      <article className={joinClasses('card pad-32 stack', styles.receipt)}>
        <div className="row space-between wrapping">
          <Logo label="Primp" />
          <TestPaymentsMark test={receipt.test} />
        </div>
        <h1 className="heading-2">{t('doc.receipt', { number: receipt.number })}</h1>
        <div className="stack gap-4">
          <p className="title">{receipt.description}</p>
          <p>{t('doc.receipt.from', { name: receipt.provider, legalName: receipt.legalName })}</p>
          {receipt.name && <p className="muted">{t('doc.receipt.to', { name: receipt.name })}</p>}
        </div>
        <table className={tableStyles.table}>
          <caption className="visually-hidden">{t('doc.receipt', { number: receipt.number })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('paid.col.date')}</th>
              <th scope="col">{t('paid.col.what')}</th>
              <th scope="col" className={tableStyles.amount}>
                {t('paid.col.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {receipt.rows.map((row, i) => (
              <tr key={`${row.at} ${i}`}>
                <td>{formatDate(row.at.slice(0, 10), country)}</td>
                <td>{t(`kind.${row.what}`)}</td>
                <td className={tableStyles.amount}>{amount(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="bold">{receipt.open === null ? t('doc.receipt.sum.closed', sums) : t('doc.receipt.sum', sums)}</p>
        {receipt.tax && (
          <p className="small">
            {x('tax.receipt', {
              ...receipt.tax,
              amount: amount(receipt.tax.amount),
              seller: receipt.sellerName ?? receipt.provider,
            })}
          </p>
        )}
        {receipt.test && <p className="small muted">{t('doc.test')}</p>}
        {receipt.supportEmail && <p className="small muted">{receipt.supportEmail}</p>}
      </article>
      <div className="no-print">
        <Button kind="secondary" onClick={() => print()}>
          <Printer className="icon" aria-hidden="true" />
          {t('doc.print')}
        </Button>
      </div>
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (
    (error instanceof ApiError && (error.status === 404 || error.status === 400)) ||
    (isRouteErrorResponse(error) && error.status === 404)
  )
    return <NotFound />
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack">
      <h1 className="heading-2">{t('paid.receipt')}</h1>
      <Note kind="error">{toApiError(error).message}</Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>
          {t('pay.again')}
        </Button>
      </div>
    </main>
  )
}
