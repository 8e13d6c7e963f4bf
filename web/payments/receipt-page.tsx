import { Printer } from 'lucide-react'
import { isRouteErrorResponse, type MetaFunction, useLoaderData, useRevalidator, useRouteError } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ApiError, toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { paymentMessages } from './messages.ts'
import { BackLink } from '#web/ui/titled-page.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import receiptStyles from './receipt-paper.module.css'

const t = createTranslator(paymentMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('paid.receipt')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(
  async ({ params }) => (await browserApi().payments.receipt({ paymentId: params['paymentId'] ?? '' })).receipt,
)

export const HydrateFallback = Undetermined

export default function ReceiptPage() {
  const receipt = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <div className={joinClasses('stack', receiptStyles.page)}>
        <div className="row space-between wrapping no-print">
          <BackLink to="/customer-dashboard/payments" label={t('doc.back')} />
          <Button kind="secondary" size="small" onClick={() => print()}>
            <Printer className="icon" aria-hidden="true" />
            {t('doc.print')}
          </Button>
        </div>
        <ReceiptPaper receipt={receipt} heading="h1" />
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
