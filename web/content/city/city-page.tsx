import { data, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { defaults } from '#contract/constants.ts'
import type { SeoPage } from '#contract/content/content.ts'
import { formatMoney } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { cardMessages } from '#web/content/card-messages.ts'
import { loadHome, loadSettings } from '#web/content/home/home-data.ts'
import { LandingInstead } from '#web/content/landing-instead.tsx'
import { getArtistFacts, type Fact } from '#web/content/share-facts.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { CityLanding } from './city-landing.tsx'

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const publicUrl = getPublicUrl(matches)
  if (!loaderData || loaderData.kind === 'unknown') {
    return createHead({ title: createTranslator(cardMessages)('home.meta.title'), publicUrl, noindex: true })
  }
  const { page } = loaderData
  return createHead({
    title: page.seoTitle,
    description: page.seoDescription,
    path: page.path,
    canonical: page.canonical,
    publicUrl,
    noindex: !page.indexed,
    country: page.countryCode as Country,
    facts: getCityFacts(page),
    looks: [page.banner.img, ...page.providers.map((artist) => artist.coverImg.src)],
    schemas: page.schemas,
  })
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const link = new URL(request.url).pathname
    .replace(/\.data$/, '')
    .replace(/\/$/, '')
    .toLowerCase()
  const answer = await nullWhenMissing(serverApi(context).content.page({ link }))
  if (!answer) return data({ kind: 'unknown' as const, ...(await loadHome(context)) }, { status: 404 })
  const { seoPage: page } = answer
  // Airports and hospitals have the page of their town.
  if (page.path !== link) throw redirect(page.path, 308)
  const settings = await loadSettings(context, params.category ?? defaults.category)
  return data({ kind: 'city' as const, page, settings, countryCode: page.countryCode }, { status: 200 })
}

export default function CityPage() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === 'unknown') return <LandingInstead home={loaded.home} settings={loaded.settings} />
  return (
    <main id="main" tabIndex={-1}>
      <CityLanding page={loaded.page} settings={loaded.settings} />
    </main>
  )
}

const words = defineMessages({ 'share.quote': 'full quote, from', 'share.person': 'per person, from' })
const t = createTranslator(words)

const leastOf = (prices: readonly (number | null)[], currency: string | undefined): Fact[] => {
  const known = prices.filter((price) => price !== null)
  return currency && known.length > 0
    ? [{ label: t('share.person'), value: formatMoney(Math.min(...known), currency) }]
    : []
}

/** Returns preview facts: number of artists and lowest price. */
const getCityFacts = ({ artists, offers, providers }: SeoPage): Fact[] => [
  ...getArtistFacts(artists),
  ...(offers
    ? [{ label: t('share.quote'), value: formatMoney(offers.minPrice, offers.currency) }]
    : leastOf(
        providers.map(({ priceFrom }) => priceFrom),
        providers[0]?.currency,
      )),
]
