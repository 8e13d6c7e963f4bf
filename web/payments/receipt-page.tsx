import { Printer } from 'lucide-react'
import {
  isRouteErrorResponse,
  Link,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { date, money } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ApiError, apiErrorOf } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Note } from '#web/ui/note.tsx'
import './payments.css'
import './receipt.css'
import '#web/ui/styles/accounts.css'
import '#web/ui/styles/tables.css'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

export const meta: MetaFunction = () => head({ title: `${t('paid.receipt')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = membersOnly(
  async ({ params }) => (await browserApi().payments.receipt({ paymentId: params['paymentId'] ?? '' })).receipt,
)

export const HydrateFallback = Undetermined

export default function ReceiptPage() {
  const receipt = useLoaderData<typeof clientLoader>()
  const country = receipt.countryCode as Country
  const amount = (n: number) => money(n, receipt.currency, { decimals: 'always' })
  const sums = { paid: amount(receipt.paid), refund: amount(receipt.refunded), balance: amount(receipt.open ?? 0) }
  return (
    <main id="main" tabIndex={-1} className="wrap desk stack s24 receipt-page">
      <p className="no-print">
        <Link className="link tap" to="/customer-dashboard/payments">
          {t('doc.back')}
        </Link>
      </p>
      <article className="cardx p32 stack receipt">
        <div className="row between wrapx">
          <Logo label="Primp" />
          <TestPaymentsMark test={receipt.test} />
        </div>
        <h1 className="d2">{t('doc.receipt', { number: receipt.number })}</h1>
        <div className="stack s4">
          <p className="title">{receipt.description}</p>
          <p>{t('doc.receipt.from', { name: receipt.provider, legalName: receipt.legalName })}</p>
          {receipt.name && <p className="mut">{t('doc.receipt.to', { name: receipt.name })}</p>}
        </div>
        <table className="tbl">
          <caption className="sr">{t('doc.receipt', { number: receipt.number })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('paid.col.date')}</th>
              <th scope="col">{t('paid.col.what')}</th>
              <th scope="col" className="amount">
                {t('paid.col.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {receipt.rows.map((row, i) => (
              <tr key={`${row.at} ${i}`}>
                <td>{date(row.at.slice(0, 10), country)}</td>
                <td>{t(`kind.${row.what}`)}</td>
                <td className="amount">{amount(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="b">{receipt.open === null ? t('doc.receipt.sum.closed', sums) : t('doc.receipt.sum', sums)}</p>
        {receipt.test && <p className="small mut">{t('doc.test')}</p>}
        {receipt.supportEmail && <p className="small mut">{receipt.supportEmail}</p>}
      </article>
      <div className="no-print">
        <Button kind="secondary" onClick={() => print()}>
          <Printer className="i" aria-hidden="true" />
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
    <main id="main" tabIndex={-1} className="wrap desk stack">
      <h1 className="d2">{t('paid.receipt')}</h1>
      <Note kind="error">{apiErrorOf(error).message}</Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>
          {t('pay.again')}
        </Button>
      </div>
    </main>
  )
}
