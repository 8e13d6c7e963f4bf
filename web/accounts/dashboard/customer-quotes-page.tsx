import { type MetaFunction, useLoaderData } from 'react-router'
import { isSearchOpen } from '#contract/appointments/lifecycle-appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { QuotesInProgress } from '#web/appointments/quotes-in-progress.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { CustomerTop, customerMessages, loadCustomerTop } from './customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'

const t = createTranslator(customerMessages)
export const meta: MetaFunction = () =>
  createHead({ title: `${t('customerDashboard.tab.quotes')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const [top, { searches }] = await Promise.all([loadCustomerTop(), browserApi().customerDashboard.searches({})])
  return { top, searches }
})
export const HydrateFallback = Undetermined

export default function CustomerQuotesPage() {
  const { top, searches } = useLoaderData<typeof clientLoader>()
  // The nearest event comes first.
  const byDay = searches.toSorted((a, b) => a.eventDate.localeCompare(b.eventDate))
  const open = byDay.filter(isSearchOpen)
  const earlier = byDay.filter((search) => !isSearchOpen(search)).reverse()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      <section aria-labelledby="quotes" className="card pad-24 stack">
        <h2 className="heading-3" id="quotes">
          {t('customerDashboard.quotes')}
        </h2>
        {open.length === 0 ? (
          <Empty
            title={t('customerDashboard.quotes.none')}
            action={<ButtonLink to="/">{t('customerDashboard.next.none.act')}</ButtonLink>}
          />
        ) : (
          <QuotesInProgress searches={open} />
        )}
      </section>
      {earlier.length > 0 && (
        <section aria-labelledby="earlier" className="card pad-24 stack">
          <h2 className="heading-3" id="earlier">
            {t('customerDashboard.quotes.earlier')}
          </h2>
          <QuotesInProgress searches={earlier} />
        </section>
      )}
    </main>
  )
}
