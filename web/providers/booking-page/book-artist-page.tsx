import { type FormEvent, useRef, useState } from 'react'
import {
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { Location } from '#contract/places/location.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { toLocation } from '#contract/places/place-location.ts'
import type { Mode } from '#contract/values.ts'
import { formatServiceLabel } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { getVisitPartner, searchSaved, getTracking } from '#web/platform/consent.ts'
import { createHead } from '#web/platform/head.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'
import { useForm } from '#web/platform/use-form.ts'
import { getFirstName as firstNameOf } from '#web/providers/first-name.ts'
import { LooksEditor } from '#web/search/form/looks-editor.tsx'
import { emptyParty, isPartyComplete, listPartyServices } from '#web/search/form/party.ts'
import { PlaceField } from '#web/search/form/place-field.tsx'
import { type FoundPlace, formatPlace } from '#web/search/form/place-search.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import noteStyles from '#web/ui/note.module.css'
import styles from './book-artist-page.module.css'
import { readBookDraft } from './book-draft.ts'
import { WhenFields } from './when-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => [
  ...createHead({
    title: `${createTranslator(bookArtistMessages)('book.title', { name: loaderData?.profile.name ?? '' })} · Primp`,
    publicUrl: getPublicUrl(matches),
    noindex: true,
  }),
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const profileId = params['profileId'] as string
  const profile = await nullWhenMissing(serverApi(context).providers.profile({ profileId })).catch((error) => {
    if (error instanceof ApiError && error.status === 400) return null
    throw error
  })
  if (!profile) throw data(null, { status: 404 })
  if (profile.slug !== profileId) throw redirect(`/@/${profile.slug}/book`, 308)
  return { profile, countryCode: profile.countryCode }
}

/** Books one artist from their page: day, time, place and services lead to price and plan, without a list. */
export default function BookArtistPage() {
  const { profile } = useLoaderData<typeof loader>()
  const t = createTranslator(bookArtistMessages, profile.countryCode)
  const firstName = firstNameOf(profile.name)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const categories = [...new Map(profile.services.map(({ category }) => [category.slug, category])).values()]
  const [query] = useSearchParams()
  const [draft] = useState(() => readBookDraft(query, profile.services))
  const [category, setCategory] = useState(draft.category)
  const [party, setParty] = useState(draft.party)
  const [eventDate, setEventDate] = useState(draft.eventDate)
  const [finishTime, setFinishTime] = useState(draft.finishTime)
  const [mode, setMode] = useState<Mode>(profile.mobile ? 'mobile' : 'studio')
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState<Location | null>(null)
  const offered = useRef<readonly FoundPlace[]>([])
  const services = profile.services.filter((service) => service.category.slug === category?.slug)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = place ?? (typed.trim().length >= 3 ? offered.current[0]?.location : undefined)
    await run(
      async () => {
        const location = mode === 'studio' ? await placeOf(profile.position) : chosen
        const { search } = await browserApi().search.create({
          storeSlug: category?.store ?? '',
          categorySlug: category?.slug ?? '',
          location: location as Location,
          eventDate,
          finishTime: finishTime || undefined,
          services: listPartyServices(party),
          people: [...party],
          ...getTracking(localStore, sessionStore, false),
          partner: getVisitPartner(sessionStore, window.location.search),
        })
        searchSaved(localStore, search.id)
        await navigate(`/quotes/${search.id}/@/${profile.slug}?type=${mode}`)
      },
      {
        errors: {
          ...(isPartyComplete(party) ? {} : { services: t('book.services.missing') }),
          ...(eventDate ? {} : { eventDate: t('book.date.missing') }),
          ...(mode === 'studio' || chosen ? {} : { location: t('book.place.missing') }),
        },
      },
    )
  }
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', styles.bookArtist)}>
      <div className="stack gap-12">
        <p>
          <Link className="link tap-target" to={`/@/${profile.slug}`}>
            {t('book.back', { firstName })}
          </Link>
        </p>
        <div className="row gap-16">
          <Avatar size={72} src={profile.profileImg.src} alt="" />
          <div className="stack gap-4 can-shrink">
            <h1 className="heading-1">{t('book.title', { name: profile.name })}</h1>
            <Rating rating={profile.rating} reviews={profile.totalReviews} />
          </div>
        </div>
        <p className="lead">{t('book.text')}</p>
      </div>
      {profile.state === 'paused' ? (
        <Note kind="info">{t('book.gone', { name: profile.name })}</Note>
      ) : (
        <form ref={form} onSubmit={submit} noValidate className="card pad-24 stack gap-24">
          <noscript>
            <p className={noteStyles.note}>{t('book.noscript')}</p>
          </noscript>
          {formError && <Note kind="error">{formError}</Note>}
          {categories.length > 1 && (
            <fieldset className="stack gap-4">
              <legend className="title">{t('book.category')}</legend>
              {categories.map((one) => (
                <Radio
                  key={one.slug}
                  name="category"
                  checked={one.slug === category?.slug}
                  onChange={() => {
                    setCategory(one)
                    setParty(emptyParty)
                  }}>
                  {one.label}
                </Radio>
              ))}
            </fieldset>
          )}
          <fieldset className="stack">
            <legend className="title">{t('book.services')}</legend>
            <LooksEditor
              key={category?.slug}
              party={party}
              settings={buildSettings(services)}
              country={profile.countryCode}
              own={{ currency: services[0]?.currency ?? '', lowest: false, services, minimum: profile.minimumJob }}
              onChange={setParty}
            />
            {errors['services'] && <FieldError>{errors['services']}</FieldError>}
          </fieldset>
          <WhenFields
            country={profile.countryCode}
            timeZone={profile.timeZone}
            labels={{
              date: t('book.date'),
              noDate: t('book.date.missing'),
              time: t('book.time'),
              unsure: t('book.time.unsure'),
            }}
            eventDate={eventDate}
            finishTime={finishTime}
            errors={errors}
            onDate={setEventDate}
            onTime={setFinishTime}
          />
          {profile.mobile && profile.studio && (
            <fieldset className="stack gap-4">
              <legend className="field-label">{t('book.where')}</legend>
              <Radio name="mode" checked={mode === 'mobile'} onChange={() => setMode('mobile')}>
                {t('book.where.mobile', { firstName })}
              </Radio>
              <Radio name="mode" checked={mode === 'studio'} onChange={() => setMode('studio')}>
                {t('book.where.studio', { firstName, area: profile.studio.area })}
              </Radio>
            </fieldset>
          )}
          {mode === 'mobile' && (
            <PlaceField
              country={profile.countryCode}
              name="location"
              text={typed}
              error={errors['location'] ?? null}
              onText={(text) => {
                setTyped(text)
                setPlace(null)
              }}
              onChoose={(found) => {
                setPlace(found?.location ?? null)
                setTyped(found ? formatPlace(found) : '')
              }}
              onOptions={(places) => {
                offered.current = places
              }}
            />
          )}
          <Button type="submit" size="large" loading={pending} className={styles.see}>
            {t('book.see')}
          </Button>
        </form>
      )}
    </main>
  )
}

/** The form's settings with the services of one artist and category. */
const buildSettings = (services: Profile['services']): FormSettings => ({
  store: { id: '', slug: services[0]?.category.store ?? '' },
  category: services[0]?.category ?? { slug: '', label: '' },
  serviceTypes: [...Map.groupBy(services, ({ type }) => type)].map(([type, own]) => ({
    id: type,
    label: type,
    services: own.map(({ id, label, title, minutes, trial }) => ({
      id,
      label: formatServiceLabel(title, label),
      minutes,
      setupMinutes: 0,
      trial: trial !== null,
    })),
  })),
})

async function placeOf([lng, lat]: readonly [number, number] | number[]): Promise<Location | undefined> {
  const [found] = await browserApi().places.find({ near: `${lng},${lat}`, limit: '1' }, { auth: false })
  return found && toLocation(found)
}

export function ErrorBoundary() {
  return <ErrorPage />
}

const bookArtistMessages = defineMessages({
  'book.title': 'Book {name}',
  'book.text': 'Choose the services, date and place. You will see the price and the plan before you book.',
  'book.back': 'Back to {firstName}’s page',
  'book.category': 'Type of service',
  'book.services': 'Who needs what',
  'book.services.missing': 'Choose at least one service for each person',
  'book.date': 'Date',
  'book.date.missing': 'Choose a date',
  'book.time': 'Ready by',
  'book.time.unsure': 'Not sure yet',
  'book.where': 'Where',
  'book.where.mobile': '{firstName} comes to you',
  'book.where.studio': 'At {firstName}’s studio in {area}',
  'book.place.missing': 'Choose a place from the list',
  'book.noscript': 'You need JavaScript for this form. You can search for artists without it.',
  'book.see': 'See the price',
  'book.gone': '{name} does not take bookings at the moment.',
})
