import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { getLanguage } from '#contract/i18n/language.ts'
import { defaults } from '#contract/constants.ts'
import type { SearchLanguage } from '#contract/search/search.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import { filterLikelyPlaces, filterNamedPlaces, toLocation } from '#contract/places/place-location.ts'
import type { looks } from '#contract/search/looks.ts'
import { Rescue } from '#contract/search/quotes.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { PopularPlaces } from '#web/content/home/popular-places.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { visitContext } from '#web/platform/context.ts'
import { PlainForm } from '#web/search/form/plain-form.tsx'
import { toPayload, buildPayloadsAfter, readPlainForm, listWishedServices } from '#web/search/form/read-plain-form.ts'
import { PageSearch } from '#web/search/form/whole-search.tsx'
import { lookMessages } from '#web/search/looks/look-messages.ts'
import { readLookToBegin } from '#web/search/looks/read-look.ts'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { formatTags } from '#contract/looks/vocabulary.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import chipsStyles from '#web/ui/fields/chips.module.css'
import { Note } from '#web/ui/note.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './search-page.module.css'
import { searchMessages } from './messages.ts'

export const meta: MetaFunction = () => [{ title: 'Search · Primp' }, { name: 'robots', content: 'noindex' }]

export const loader = (args: LoaderFunctionArgs) => loadSearchPage(args, 'en')

/** Loads a new search in a language, with the place in the address, if known, and suggestions. */
export async function loadSearchPage({ context, request }: LoaderFunctionArgs, language: SearchLanguage) {
  const api = serverApi(context)
  const country = language === 'fr' ? 'CA' : context.get(visitContext).country
  const query = new URL(request.url).searchParams
  const { categories } = await api.directory.categories({ country, language })
  // Unavailable categories fall back to the default.
  const asked = query.get('category')
  const categorySlug = categories.some(({ slug }) => slug === asked) && asked ? asked : defaults.category
  const [{ formSettings }, { popularPlaces }] = await Promise.all([
    api.search.formSettings({ categorySlug, language }),
    api.content.home({ categorySlug, country }),
  ])
  const text = query.get('place')?.trim().slice(0, 100) ?? ''
  const [found] = filterNamedPlaces(
    text.length >= 3 ? await api.places.find({ text, country: '', home: country, limit: '1' }) : [],
  )
  return {
    formSettings,
    categories,
    popularPlaces,
    place: found ? toLocation(found) : undefined,
    work: await loadWork(api, query.get('look')),
    ...(language === 'fr' ? { countryCode: country } : {}),
  }
}

/** Loads the work in the address; null if there is none or it was removed. */
async function loadWork(api: ReturnType<typeof serverApi>, mediaId: string | null) {
  if (!mediaId || !/^[1-9]\d{0,14}$/.test(mediaId)) return null
  return api.looks
    .work({ mediaId })
    .then((work) => ({ ...work, id: Number(mediaId) }))
    .catch((error) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    })
}

/** Runs a submitted search: new, copied from a link, or changed by one option. */
export const action = (args: ActionFunctionArgs) => runSearch(args, 'en')

/** Runs a search, in a language, as it was submitted without a script. */
export async function runSearch({ request, context }: ActionFunctionArgs, language: SearchLanguage) {
  const form = await request.formData()
  const from = String(form.get('from') ?? '')
  const cookies: string[] = []
  const api = serverApi(context, (response) => cookies.push(...response.headers.getSetCookie()))
  const go = (to: string) =>
    redirect(to, { status: 303, headers: cookies.map((cookie) => ['Set-Cookie', cookie] as [string, string]) })
  const wish = { ...readPlainForm(form), look: readLookToBegin(form) }
  try {
    if (from) {
      const { search: saved } = await api.search.formSettingsOfSearch({ searchId: from })
      const change = form.has('change')
        ? Rescue.shape.options.element.shape.change.parse(JSON.parse(String(form.get('change'))))
        : {}
      const made = []
      for (const payload of form.has('change') ? buildPayloadsAfter(saved, change) : [toPayload(saved)])
        made.push(await api.search.create(payload))
      const [first, second] = made.map(({ search }) => search.id)
      return go(`/quotes/${first}${second ? `?other=${second}` : wish.profile ? `/@/${wish.profile}` : ''}`)
    }
    const home = context.get(visitContext).country
    const found =
      !wish.near && wish.place.length >= 3 ? await api.places.find({ text: wish.place, country: '', home }) : []
    const named = filterNamedPlaces(found)
    if (found.length > 0 && named.length === 0)
      return again(
        wish,
        formatMessage(
          searchMessages['place.similar.plain'],
          { text: wish.place, places: found.map(({ place_name }) => place_name).join(' or ') },
          home,
        ),
      )
    const alike = filterLikelyPlaces(named)
    if (alike.length > 1)
      return again(
        wish,
        formatMessage(
          searchMessages['place.which.plain'],
          { place: alike[0]?.text ?? '', places: alike.map(({ place_name }) => place_name).join(' or ') },
          home,
        ),
      )
    const [place] = wish.near ? await api.places.find({ near: wish.near, limit: '1' }) : named
    if (!place)
      return again(
        wish,
        wish.place
          ? formatMessage(searchMessages['place.none'], { text: wish.place }, 'GB')
          : formatMessage(searchMessages['bar.location.error']),
      )
    if (!wish.eventDate) return again(wish, formatMessage(searchMessages['search.date']))
    const services = listWishedServices(wish)
    if (services.length === 0) return again(wish, formatMessage(searchMessages['who.empty']))
    const { search } = await api.search.create({
      storeSlug: wish.storeSlug,
      categorySlug: wish.categorySlug,
      location: toLocation(place),
      eventDate: wish.eventDate,
      finishTime: wish.finishTime || undefined,
      services,
      look: wish.look,
      language,
    })
    return go(`/quotes/${search.id}${wish.profile ? `/@/${wish.profile}` : ''}`)
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError'))
      return again(wish, formatMessage(searchMessages['search.change']))
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return again(wish, error.errors[0]?.message ?? error.message, error.status, error.retryAfter)
  }
}

const again = (
  wish: ReturnType<typeof readPlainForm>,
  message: string,
  status = 422,
  retryAfter: number | null = null,
) =>
  data(
    { wish: { ...wish, counts: [...wish.counts] }, message },
    { status, ...(retryAfter ? { headers: { 'Retry-After': String(retryAfter) } } : {}) },
  )

export default function SearchPage() {
  const { formSettings, categories, popularPlaces, place, work } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const visitors = usePageCountry()
  const country = (place?.address.countryCode as Country | undefined) ?? visitors
  return (
    <main id="main" tabIndex={-1}>
      <div className="page-width section stack gap-24">
        <div className="stack gap-8">
          <h1 className="heading-1">{formatMessage(searchMessages['search.title'])}</h1>
          <p className="lead">{formatMessage(searchMessages['search.text'])}</p>
        </div>
        {categories.length > 1 && (
          <nav className="chip-row" aria-label={formatMessage(searchMessages['search.categories'])}>
            {categories.map(({ slug, label }) => (
              <Link
                key={slug}
                className={joinClasses(chipsStyles.chip, slug === formSettings.category.slug && chipsStyles.chosen)}
                to={`?category=${slug}${work ? `&look=${work.id}` : ''}`}
                aria-current={slug === formSettings.category.slug ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        {said && <Note kind="error">{said.message}</Note>}
        {said ? (
          <PlainForm
            settings={formSettings}
            country={country}
            wish={{ ...said.wish, counts: new Map(said.wish.counts) }}
          />
        ) : (
          <NewSearch
            key={formSettings.category.slug}
            settings={formSettings}
            country={country}
            place={place}
            work={work}
          />
        )}
      </div>
      {/* The pages of places exist in English only. */}
      {getLanguage() === 'en' && <PopularPlaces places={popularPlaces} country={country} />}
    </main>
  )
}

type Begun = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'place' | 'work'>

function NewSearch({ settings, country, place, work }: Begun & { settings: FormSettings; country: Country }) {
  const [begun, setBegun] = useState(work)
  const [tags, setTags] = useState<LookTag[]>(work?.tags ?? [])
  // The phone steps have addresses without the work: it stays until another one is named.
  if (work && work.id !== begun?.id) {
    setBegun(work)
    setTags(work.tags)
  }
  const look = tags.length || begun ? { tags, ...(begun ? { work: begun.id } : {}) } : undefined
  return (
    <>
      {begun && <WorkToBegin work={begun} country={country} />}
      <PageSearch settings={settings} country={country} place={place} look={look} />
      <LookToBegin country={country} tags={tags} onChange={setTags} />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

type Work = OutputOf<typeof looks.work>

function WorkToBegin({ work: { picture, tags, artist }, country }: { work: Work; country: Country }) {
  const t = createTranslator(lookMessages, country)
  return (
    <section className={styles.work} aria-labelledby="look-of-search">
      <Pan className={styles.frame} src={picture.src} alt={picture.alt} width={160} height={200} />
      <div className="stack gap-8">
        <h2 className="heading-3" id="look-of-search">
          {t('look.begin')}
        </h2>
        <p>{formatTags(tags, country)}</p>
        <p className="small muted">
          {t('look.begin.text')}{' '}
          <Link className="link tap-target" to={`/@/${artist.slug}`}>
            {t('look.pictures.by', { name: artist.name })}
          </Link>
        </p>
      </div>
    </section>
  )
}

interface LookToBeginProps {
  country: Country
  tags: readonly LookTag[]
  onChange: (tags: LookTag[]) => void
}

/** The look of a new search, folded; without script it is chosen on the quotes page. */
function LookToBegin({ country, tags, onChange }: LookToBeginProps) {
  const t = createTranslator(lookMessages, country)
  return (
    <details className="with-script">
      <summary>{t('look.title')}</summary>
      <div className="card pad-24 stack">
        <p className="small muted">
          {t('look.text')} {t('look.private')}
        </p>
        <TagChoice country={country} chosen={tags} onChange={onChange} />
      </div>
    </details>
  )
}
