import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate, useParams, useSearchParams } from 'react-router'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { waitForBank } from '#web/payments/paying.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { toLocalPath } from '#web/platform/local-path.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import bookPageStyles from './book-page.module.css'
import { waitForAppointment } from './wait-for-appointment.ts'

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: formatMessage(bookMessages['paid.title']), publicUrl: getPublicUrl(matches), noindex: true })

const t = createTranslator(bookMessages)

/** Return page of a bank: waits for the signed webhook, then continues. The address itself confirms nothing. */
export default function PaidPage() {
  const { paymentId = '' } = useParams()
  const [asked] = useSearchParams()
  const navigate = useNavigate()
  const returnPath = toLocalPath(asked.get('from'))
  const from = returnPath?.startsWith('/paid/') ? '/customer-dashboard' : (returnPath ?? '/customer-dashboard')
  const failed = asked.get('redirect_status') === 'failed'
  const [shown, setShown] = useState<'waiting' | 'refused' | 'let-go' | 'unknown'>('waiting')
  // Polls, because the webhook may be late.
  useEffect(() => {
    const leaving = new AbortController()
    const hear = async () => {
      const heard = await waitForBank(paymentId, leaving.signal)
      if (!heard) return
      if (heard.word !== 'kept') return setShown(heard.word)
      const { kind, ref } = heard.payment
      const appointmentId =
        kind === 'deposit' ? await waitForAppointment(() => browserApi().bookings.readHold({ holdId: ref })) : null
      if (leaving.signal.aborted) return
      await navigate(appointmentId ? `/book/booked/${appointmentId}` : from, { replace: true })
    }
    hear().catch(() => setShown('unknown'))
    return () => leaving.abort()
  }, [paymentId, from, navigate])
  const word = shown === 'waiting' && failed ? 'refused' : shown
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width above-phone-foot', bookPageStyles.bookPage)}>
      <div className="stack gap-24">
        <h1 className="heading-1">{t('paid.title')}</h1>
        {word === 'waiting' ? (
          <>
            <p role="status">{t('paid.waiting')}</p>
            <Skeleton height={120} />
          </>
        ) : (
          <>
            <Note kind={word === 'refused' ? 'error' : 'warning'}>{t(`paid.${word}`)}</Note>
            <div>
              <ButtonLink to={from}>{t('paid.back')}</ButtonLink>
            </div>
          </>
        )}
      </div>
    </main>
  )
}
