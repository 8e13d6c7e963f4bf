import { useLoaderData, useRevalidator } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { RequestLists, useRequestNews } from '#web/offers/request-lists.tsx'
import { offerMessages } from '#web/offers/request-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'

/** Loads open requests with their remaining time. */
export const clientLoader = requireSession(() => browserApi().requests.mine({}))

export default function RequestsPage() {
  const { requests, toAnswer } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const { countryCode } = useOwn().profile
  const t = createTranslator(offerMessages, countryCode)
  useRequestNews()
  return (
    <DashboardFrame
      title={t('offers.title')}
      text={<span aria-live="polite">{t('offers.text', { n: toAnswer })}</span>}>
      <RequestLists requests={requests} country={countryCode} onChanged={() => revalidate()} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
