import { type MetaFunction, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { SavedCards } from '#web/bookings/saved-cards.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { CustomerTop, customerMessages, loadCustomerTop } from './customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'

const t = createTranslator(customerMessages)
export const meta: MetaFunction = () =>
  createHead({ title: `${t('customerDashboard.saved')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const [top, { artists }] = await Promise.all([loadCustomerTop(), browserApi().customerDashboard.listSavedArtists({})])
  return { top, artists }
})
export const HydrateFallback = Undetermined

export default function CustomerSavedPage() {
  const { top, artists } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      <section aria-labelledby="saved" className="stack">
        <h2 className="heading-2" id="saved">
          {t('customerDashboard.saved')}
        </h2>
        {artists.length === 0 ? (
          <Empty
            drawing="mirror"
            title={t('customerDashboard.saved.none')}
            action={<ButtonLink to="/">{t('customerDashboard.next.none.act')}</ButtonLink>}
          />
        ) : (
          <SavedCards artists={artists} />
        )}
      </section>
    </main>
  )
}
