import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import OffersForVisitors, { createOffersHead } from '#web/content/special/offers-page.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { RequestLists, useRequestNews } from './request-lists.tsx'
import { offerMessages } from './request-phrases.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import offersStyles from './offers.module.css'
import { localStore } from '#web/platform/storage.ts'

export const meta: MetaFunction = ({ matches }) => createOffersHead(getPublicUrl(matches))

// Cached for everyone until the session is known.
export const loader = () => null

const load = requireSession(async () => {
  try {
    const [{ requests, toAnswer }, profile] = await Promise.all([
      browserApi().requests.mine({}),
      browserApi().providerProfile.show({}),
    ])
    return { requests, toAnswer, country: profile.countryCode }
  } catch (fault) {
    // Signed-in people who are no artists see the visitor version.
    if (fault instanceof ApiError && (fault.status === 403 || fault.status === 404) && fault.code !== 'suspended')
      return null
    throw fault
  }
})
export const clientLoader = (args: ClientLoaderFunctionArgs) => (getCurrentToken(localStore) ? load(args) : null)
clientLoader.hydrate = true as const

export default function OffersPage() {
  const loaded = useLoaderData<typeof clientLoader>() as Awaited<ReturnType<typeof load>>
  return loaded ? <Mine loaded={loaded} /> : <OffersForVisitors />
}

function Mine({ loaded }: { loaded: NonNullable<Awaited<ReturnType<typeof load>>> }) {
  const { revalidate } = useRevalidator()
  const t = createTranslator(offerMessages, loaded.country)
  useRequestNews()
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', offersStyles.offersPage)}>
      <div>
        <h1 className="heading-1">{t('offers.title')}</h1>
        <p className="muted" aria-live="polite">
          {t('offers.text', { n: loaded.toAnswer })}
        </p>
      </div>
      <RequestLists requests={loaded.requests} country={loaded.country} onChanged={() => revalidate()} />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
