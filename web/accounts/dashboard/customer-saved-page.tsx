import { type MetaFunction, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { SavedCards } from '#web/bookings/saved/saved-cards.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { CustomerTop, customerWords, loadCustomerTop } from './customer-top.tsx'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'

const t = reader(customerWords)
export const meta: MetaFunction = () => head({ title: `${t('cd.saved')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = membersOnly(async () => {
  const [top, { artists }] = await Promise.all([loadCustomerTop(), browserApi().ownBookings.saved({})])
  return { top, artists }
})
export const HydrateFallback = Undetermined

/** The artists that somebody saved to find them again. */
export default function CustomerSavedPage() {
  const { top, artists } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      <section aria-labelledby="saved" className="stack">
        <h2 className="heading-2" id="saved">
          {t('cd.saved')}
        </h2>
        {artists.length === 0 ? (
          <Empty
            drawing="mirror"
            title={t('cd.saved.none')}
            action={<ButtonLink to="/">{t('cd.next.none.act')}</ButtonLink>}
          />
        ) : (
          <SavedCards artists={artists} />
        )}
      </section>
    </main>
  )
}
