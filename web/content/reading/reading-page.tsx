import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { number, score } from '#contract/format.ts'
import { counted } from '#contract/words.ts'
import { LandingInstead } from '#web/content/home/unknown-page.tsx'
import { loadHome } from '#web/content/home/home-data.ts'
import { visitContext } from '#web/platform/context.ts'
import { head } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/server-api.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { AllPlaces } from './all-places.tsx'
import { AllReviews } from './all-reviews.tsx'
import { HelpSearch } from './help-search.tsx'
import { readingPage } from './pages.server.ts'
import { ReadingColumn } from './reading-column.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const publicUrl = publicUrlOf(matches)
  if (!loaderData || !('page' in loaderData)) return head({ title: 'Primp', publicUrl, noindex: true })
  const { title, description } = loaderData.page
  return head({ title, description, path: location.pathname.replace(/\/$/, ''), publicUrl })
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params['*']?.replace(/\/$/, '') ?? ''
  const api = serverApi(context)
  const { business, retention } = context.get(visitContext)
  const values = { ...business, supportEmail: business.supportEmail || null, supportPhone: business.supportPhone || null }
  if (slug === 'places') {
    const page = { slug, title: 'All places · Primp', description: 'Every city with artists on Primp, country by country.', updated: '', blocks: [] }
    return data({ page, extra: { kind: 'places' as const, ...(await api.content.places({})) } })
  }
  const { edit } = /^[a-z0-9-]{1,60}$/.test(slug) ? await api.content.words({ page: slug }) : { edit: null }
  if (slug === 'reviews') {
    const asked = Number(new URL(request.url).searchParams.get('score'))
    const reviews = await api.content.reviews(asked >= 1 && asked <= 5 ? { score: asked } : {})
    const figures = { score: reviews.average === null ? null : score(reviews.average), reviews: counted(reviews.total, 'review', 'reviews') }
    const page = readingPage(slug, { ...values, ...figures }, retention, edit)
    if (page) return data({ page, extra: { kind: 'reviews' as const, ...reviews } })
  }
  const weights = slug === 'ranking' ? (await api.content.ranking({})).weights : {}
  const page = readingPage(slug, {
    ...values,
    ...Object.fromEntries(Object.entries(weights).map(([key, value]) => [`weight_${key}`, `${number(value)}%`])),
  }, retention, edit)
  if (page) return data({ page, extra: null })
  return data(await loadHome(context), { status: 404 })
}

export default function ReadingPage() {
  const loaded = useLoaderData<typeof loader>()
  if (!('page' in loaded)) return <LandingInstead home={loaded.home} settings={loaded.settings} />
  const { page, extra } = loaded
  if (extra?.kind === 'places') return <AllPlaces places={extra.places} />
  return (
    <ReadingColumn page={page}>
      {extra?.kind === 'reviews' && <AllReviews {...extra} />}
      {page.slug === 'help' && <HelpSearch />}
    </ReadingColumn>
  )
}
