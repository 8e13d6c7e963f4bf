import { useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { getFirstName } from '#web/appointments/booking-phrases.ts'
import { formMessages } from '#web/preparation/form-messages.ts'
import { SignedCopy } from '#web/preparation/signed-copy.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'

export const clientLoader = requireSession(async ({ params }) => {
  const appointmentId = params['appointmentId'] as string
  return { appointmentId, of: await browserApi().providerBookings.forms({ appointmentId }) }
})

export default function ClientFormsPage() {
  const { appointmentId, of } = useLoaderData<typeof clientLoader>()
  const t = createTranslator(formMessages, of.countryCode)
  const open = of.forms.some(({ signed }) => signed === null)
  return (
    <DashboardFrame
      title={t('forms.title')}
      text={of.customer}
      back={{ to: `/dashboard/appointments/${appointmentId}`, label: t('forms.back') }}>
      {of.forms.length === 0 && <Empty drawing="letter" title={t('forms.none')} />}
      {open && <Note kind="info">{t('forms.waits', { firstName: getFirstName(of.customer) })}</Note>}
      <SignedCopy of={of} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
