import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { markets } from '#contract/format.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { directoryMessages } from './parts.tsx'

const t = createTranslator(directoryMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: t('artists.meta.title'),
    description: t('artists.meta.description'),
    path: '/content/artists',
    publicUrl: getPublicUrl(matches),
  })

export const loader = ({ context }: LoaderFunctionArgs) => serverApi(context).directory.artists({})

export default function ArtistsPage() {
  const { lists } = useLoaderData<typeof loader>()
  // The visitor's country first.
  const visitors = usePageCountry()
  return (
    <main id="main" tabIndex={-1} className="page-width section stack">
      <h1 className="heading-1">{t('artists.title')}</h1>
      {[visitors, ...countries.filter((country) => country !== visitors)]
        .flatMap((country) => lists.filter((list) => list.countryCode === country))
        .map(({ countryCode, parts }) => (
          <section key={countryCode} aria-labelledby={`artists-${countryCode}`} className="stack">
            <h2 className="heading-2" id={`artists-${countryCode}`}>
              {markets[countryCode as keyof typeof markets].name}
            </h2>
            <ul className="row wrapping gap-16">
              {parts.map(({ link, from, to }) => (
                <li key={link}>
                  <Link className="link tap-target" to={link}>
                    {t('places.list.part', { from, to })}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </main>
  )
}
