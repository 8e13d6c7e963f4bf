import { useLoaderData, useRevalidator } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { RequestLists } from '#web/offers/request-lists.tsx'
import { useRequestNews } from '#web/offers/use-request-news.ts'
import { offerWords } from '#web/offers/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from './dashboard-frame.tsx'

/** What the artist is asked, with the time left for each. */
export const clientLoader = membersOnly(() => browserApi().requests.mine({}))

export default function RequestsPage() {
  const { requests, toAnswer } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const { countryCode } = useOwn().profile
  const t = reader(offerWords, countryCode)
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
