import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ApiError, toApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import { formMessages } from './form-messages.ts'
import { SignForm } from './sign-form.tsx'
import { SignedCopy } from './signed-copy.tsx'

export const meta: MetaFunction = () =>
  createHead({ title: formatMessage(formMessages['forms.meta']), publicUrl: '', noindex: true })

/** Browser only: the server never renders health data into a page. */
export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const appointmentId = params['appointmentId'] as string
  const of = await browserApi().bookings.forms({ appointmentId })
  return { appointmentId, of, member: getCurrentToken(localStore) !== null }
}

export const HydrateFallback = Undetermined

/** Forms of a booking: answer and sign, or read and print. */
export default function FormsPage() {
  const { appointmentId, of, member } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [again, setAgain] = useState(false)
  const t = createTranslator(formMessages, of.countryCode)
  const open = of.forms.some(({ signed }) => signed === null)
  const signing = of.maySign && of.forms.length > 0 && (open || again)
  const changed = of.forms.some(({ signed, number }) => signed && signed.number !== number)
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <BackLink
        to={member ? `/customer-dashboard/bookings/${appointmentId}` : `/book/booked/${appointmentId}`}
        label={t('forms.back')}
      />
      <h1 className="heading-1">{t('forms.title')}</h1>
      {of.forms.length === 0 && <Empty drawing="letter" title={t('forms.none')} />}
      {signing ? (
        <SignForm
          appointmentId={appointmentId}
          of={of}
          onDone={() => {
            setAgain(false)
            revalidate()
          }}
          onCancel={open ? undefined : () => setAgain(false)}
        />
      ) : (
        <>
          {of.maySign && changed && <Note kind="info">{t('forms.changed')}</Note>}
          <SignedCopy of={of} />
          {of.maySign && of.forms.length > 0 && (
            <div className="no-print">
              <Button kind="quiet" onClick={() => setAgain(true)}>
                {t('forms.again')}
              </Button>
            </div>
          )}
        </>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack">
      <h1 className="heading-2">{formatMessage(formMessages['forms.title'])}</h1>
      <Note kind="error">{toApiError(error).message}</Note>
      <div>
        <Button loading={state === 'loading'} onClick={() => revalidate()}>
          {formatMessage(formMessages['forms.retry'])}
        </Button>
      </div>
    </main>
  )
}
