import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import type { PlaceDirectory } from '#contract/content/directory.ts'
import { markets } from '#contract/format.ts'
import { type Country, countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { homeMessages } from '#web/content/home/messages.ts'
import { PlaceCards } from '#web/content/place-cards.tsx'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { directoryMessages } from './parts.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './places-page.module.css'

const t = createTranslator(directoryMessages)
const h = createTranslator(homeMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: t('places.meta.title'),
    description: t('places.meta.description'),
    path: '/content/places',
    publicUrl: getPublicUrl(matches),
  })

export const loader = ({ context }: LoaderFunctionArgs) => serverApi(context).directory.places({})

export default function PlacesPage() {
  const { places, lists } = useLoaderData<typeof loader>()
  const visitors = usePageCountry()
  // The visitor's country first.
  const inOrder = [visitors, ...countries.filter((country) => country !== visitors)]
  return (
    <main id="main" tabIndex={-1} className="page-width section stack">
      <h1 className="heading-1">{t('places.title')}</h1>
      {inOrder.map((country) => {
        const own = places.filter((place) => place.countryCode === country)
        const named = lists.filter((list) => list.countryCode === country)
        if (own.length + named.length === 0) return null
        return (
          <section
            key={country}
            id={country.toLowerCase()}
            aria-labelledby={`places-${country}`}
            className={joinClasses('stack gap-24', styles.countryPlaces)}>
            <h2 className="heading-2" id={`places-${country}`}>
              {markets[country].name}
            </h2>
            <PlaceCards
              places={own}
              under={({ artists }, minPrice) =>
                minPrice
                  ? h('home.places.card.price', { n: artists, minPrice })
                  : h('home.places.card.noPrice', { n: artists })
              }
            />
            {named.map((list) => (
              <Lists key={list.category.slug} list={list} country={country} />
            ))}
          </section>
        )
      })}
    </main>
  )
}

function Lists({ list, country }: { list: PlaceDirectory['lists'][number]; country: Country }) {
  return (
    <div className="stack gap-8">
      <h3 className="title">
        {t('places.lists', { category: list.category.label, country: t(`country.${country}`) })}
      </h3>
      <ul className="row wrapping gap-16">
        {list.parts.map(({ link, from, to }) => (
          <li key={link}>
            <Link className="link tap-target" to={link}>
              {t('places.list.part', { from, to })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
