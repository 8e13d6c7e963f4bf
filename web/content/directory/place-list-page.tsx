import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { PlaceList } from '#contract/content/directory.ts'
import { formatMoney, formatNumber } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { Breadcrumbs } from '#web/content/city/breadcrumbs.tsx'
import { loadHome } from '#web/content/home/home-data.ts'
import { LandingInstead } from '#web/content/landing-instead.tsx'
import { createHead } from '#web/platform/head.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { buildBreadcrumbSchema, directoryMessages, Parts } from './parts.tsx'
import contentStyles from '#web/content/content.module.css'

const pathOf = ({ countryCode, category, part }: PlaceList, other = part) =>
  `/content/places/${countryCode.toLowerCase()}/${category.slug}/${other}`

const valuesOf = ({ category, countryCode, places }: PlaceList) => ({
  category: category.label,
  country: createTranslator(directoryMessages)(`country.${countryCode as Country}`),
  from: places[0]?.label ?? '',
  to: places.at(-1)?.label ?? '',
  n: formatNumber(places.length),
})

const crumbsOf = (list: PlaceList) => [
  { label: 'Home', link: '/' },
  { label: formatMessage(directoryMessages['places.title']), link: '/content/places' },
  { label: list.countryName, link: `/content/places#${list.countryCode.toLowerCase()}` },
  { label: createTranslator(directoryMessages)('places.list.part', valuesOf(list)), link: pathOf(list) },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const publicUrl = getPublicUrl(matches)
  if (!loaderData || loaderData.kind === 'unknown') return createHead({ title: 'Primp', publicUrl, noindex: true })
  const { list } = loaderData
  const country = list.countryCode as Country
  const t = createTranslator(directoryMessages, country)
  return createHead({
    title: t('places.list.meta.title', valuesOf(list)),
    description: t('places.list.meta.description', valuesOf(list)),
    path: pathOf(list),
    publicUrl,
    country,
    schemas: [buildBreadcrumbSchema(crumbsOf(list), publicUrl)],
  })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { country = '', category = '', part = '' } = params
  const known = /^(au|ca|gb|us)$/.test(country) && /^[1-9]\d{0,4}$/.test(part) && category.length <= 60
  const list = known
    ? await nullWhenMissing(
        serverApi(context).directory.placeList({ country: country as 'gb', category, part: Number(part) }),
      )
    : null
  return list
    ? data({ kind: 'list' as const, list })
    : data({ kind: 'unknown' as const, ...(await loadHome(context)) }, { status: 404 })
}

export default function PlaceListPage() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === 'unknown') return <LandingInstead home={loaded.home} settings={loaded.settings} />
  const { list } = loaded
  const t = createTranslator(directoryMessages, list.countryCode as Country)
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-32">
      <Breadcrumbs crumbs={crumbsOf(list)} />
      <div className="stack gap-8">
        <h1 className="heading-1">{t('places.list.title', valuesOf(list))}</h1>
        <p className="lead">{t('places.list.part', valuesOf(list))}</p>
      </div>
      <ul className={contentStyles.placeList}>
        {list.places.map((place) => (
          <li key={place.link} className="stack gap-4">
            <span>
              <Link className="link tap-target title" to={place.link}>
                {place.label}
              </Link>{' '}
              <small className="small muted">
                {t('places.list.artists', { n: place.artists, minPrice: formatMoney(place.minPrice, place.currency) })}
              </small>
            </span>
            <span className="row wrapping gap-16 small">
              {place.events.map((event) => (
                <Link
                  key={event.link}
                  className="link tap-target"
                  to={event.link}
                  aria-label={`${event.label}, ${place.label}`}>
                  {event.label}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Parts part={list.part} parts={list.parts} to={(part) => pathOf(list, part)} />
    </main>
  )
}
