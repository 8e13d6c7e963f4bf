import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { ArtistList } from '#contract/content/directory.ts'
import { formatNumber } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Breadcrumbs } from '#web/content/city/breadcrumbs.tsx'
import { loadHome } from '#web/content/home/home-data.ts'
import { LandingInstead } from '#web/content/landing-instead.tsx'
import { createHead } from '#web/platform/head.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { buildBreadcrumbSchema, directoryMessages, Parts } from './parts.tsx'
import contentStyles from '#web/content/content.module.css'

const t = createTranslator(directoryMessages)

const pathOf = ({ countryCode, part }: ArtistList, other = part) =>
  `/content/artists/${countryCode.toLowerCase()}/${other}`

const valuesOf = ({ countryCode, artists }: ArtistList) => ({
  country: createTranslator(directoryMessages)(`country.${countryCode as Country}`),
  from: artists[0]?.name ?? '',
  to: artists.at(-1)?.name ?? '',
  n: formatNumber(artists.length),
})

const crumbsOf = (list: ArtistList) => [
  { label: 'Home', link: '/' },
  { label: t('artists.title'), link: '/content/artists' },
  { label: t('places.list.part', valuesOf(list)), link: pathOf(list) },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const publicUrl = getPublicUrl(matches)
  if (!loaderData || loaderData.kind === 'unknown') return createHead({ title: 'Primp', publicUrl, noindex: true })
  const { list } = loaderData
  return createHead({
    title: t('artists.list.meta.title', valuesOf(list)),
    description: t('artists.list.meta.description', valuesOf(list)),
    path: pathOf(list),
    publicUrl,
    country: list.countryCode as Country,
    schemas: [buildBreadcrumbSchema(crumbsOf(list), publicUrl)],
  })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { country = '', part = '' } = params
  const known = /^(au|ca|gb|us)$/.test(country) && /^[1-9]\d{0,4}$/.test(part)
  const list = known
    ? await nullWhenMissing(serverApi(context).directory.artistList({ country: country as 'gb', part: Number(part) }))
    : null
  return list
    ? data({ kind: 'list' as const, list })
    : data({ kind: 'unknown' as const, ...(await loadHome(context)) }, { status: 404 })
}

export default function ArtistListPage() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === 'unknown') return <LandingInstead home={loaded.home} settings={loaded.settings} />
  const { list } = loaded
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-32">
      <Breadcrumbs crumbs={crumbsOf(list)} />
      <div className="stack gap-8">
        <h1 className="heading-1">{t('artists.list.title', valuesOf(list))}</h1>
        <p className="lead">{t('places.list.part', valuesOf(list))}</p>
      </div>
      <ul className={contentStyles.placeList}>
        {list.artists.map((artist) => (
          <li key={artist.slug}>
            <Link className="link tap-target" to={`/@/${artist.slug}`}>
              {artist.name}
            </Link>{' '}
            <small className="small muted">{artist.area}</small>
          </li>
        ))}
      </ul>
      <Parts part={list.part} parts={list.parts} to={(part) => pathOf(list, part)} />
    </main>
  )
}
