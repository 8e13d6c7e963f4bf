import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import type { Location } from '#contract/places/location.ts'
import { toLocation } from '#contract/places/place-location.ts'
import { countries } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { createHead } from '#web/platform/head.ts'
import { visitContext } from '#web/platform/context.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { getSitePicture } from '#web/content/site-pictures.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { PlaceField } from '#web/search/form/place-field.tsx'
import { formatPlace } from '#web/search/form/place-search.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import styles from './coming-soon-page.module.css'
import { specialMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import apologyStyles from '#web/ui/apology.module.css'

const t = createTranslator(specialMessages)
const picture = getSitePicture('lesson-2')

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: t('soon.meta.title'),
    description: t('soon.description'),
    path: '/coming-soon',
    publicUrl: getPublicUrl(matches),
  })

/** Loads the place in the address, complete or by name. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const name = asked.get('place')?.slice(0, 80).trim() ?? ''
  const place = /^[\p{L}\p{M}\d ,.'’-]+$/u.test(name) ? name : ''
  return { place, point: pointIn(asked) }
}

function pointIn(asked: URLSearchParams): { lat: number; lng: number; country: string } | null {
  const [lat, lng, country] = [
    Number(asked.get('lat') ?? Number.NaN),
    Number(asked.get('lng') ?? Number.NaN),
    asked.get('country')?.toUpperCase() ?? '',
  ]
  return Number.isFinite(lat) && Number.isFinite(lng) && countries.some((each) => each === country)
    ? { lat, lng, country }
    : null
}

/** Saves the address; returns typed values with errors. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const [email, typed, chosen] = ['email', 'place', 'location'].map((name) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 2_000),
  ) as [string, string, string]
  const api = serverApi(context)
  try {
    const location =
      locationIn(chosen) ??
      (typed.length >= 3
        ? await api.places
            .find({ text: typed, country: '', home: context.get(visitContext).country })
            .then(([first]) => first && toLocation(first))
        : undefined)
    if (!location)
      return data(
        {
          email,
          typed,
          errors: { location: formatMessage(sharedMessages['field.location']) } as Record<string, string>,
          message: '',
        },
        { status: 422 },
      )
    const { open, confirm } = await api.comingSoon.wait({ location, email })
    return data({
      done: open ?? (confirm ? ('asked' as const) : ('noted' as const)),
      place: location.address.placeName,
      at: location.coordinates,
    })
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status >= 500) throw fault
    const errors = Object.fromEntries(fault.errors.map(({ path, message }) => [path.split('.')[0] ?? '', message]))
    return data(
      { email, typed, errors, message: fault.message },
      { status: fault.status, ...(fault.retryAfter ? { headers: { 'Retry-After': String(fault.retryAfter) } } : {}) },
    )
  }
}

// Parses the page's own hidden field; the endpoint validates the rest.
function locationIn(text: string): Location | null {
  try {
    return text ? (JSON.parse(text) as Location) : null
  } catch {
    return null
  }
}

export default function ComingSoonPage() {
  const { place, point } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const named = place.split(',')[0] ?? place
  if (said && 'done' in said)
    return <Done done={said.done} place={said.place.split(',')[0] ?? said.place} at={said.at} />
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', styles.comingSoon)}>
      <div className="stack gap-24">
        <h1 className="heading-1">{named ? t('soon.title', { place: named }) : t('soon.title.plain')}</h1>
        <p className="lead">{t('soon.text')}</p>
        {said?.message && Object.keys(said.errors).length === 0 && <Note kind="error">{said.message}</Note>}
        <AddressForm
          place={place}
          known={
            point
              ? {
                  type: 'Point',
                  coordinates: [point.lng, point.lat],
                  address: { placeName: place, countryCode: point.country },
                }
              : null
          }
          said={said}
        />
        <p>
          {named ? t('soon.artist', { place: named }) : t('soon.artist.plain')}{' '}
          <Link className="link" to="/join">
            {t('soon.join')}
          </Link>
        </p>
      </div>
      <Pan className={styles.picture} src={picture.src} alt={picture.alt} width={720} height={720} />
    </main>
  )
}

interface AddressFormProps {
  place: string
  /** The place, if the address has it completely; null otherwise. */
  known: Location | null
  said?: { email: string; typed: string; errors: Record<string, string> }
}

function AddressForm({ place, known, said }: AddressFormProps) {
  const [location, setLocation] = useState(known?.address.placeName ? known : null)
  const [typed, setTyped] = useState(said?.typed || place)
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="stack" noValidate>
      {location && <input type="hidden" name="location" value={JSON.stringify(location)} />}
      <PlaceField
        country={usePageCountry()}
        text={typed}
        name="place"
        error={said?.errors['location']}
        onText={(text) => {
          setTyped(text)
          setLocation(null)
        }}
        onChoose={(found) => {
          setTyped(found ? formatPlace(found) : '')
          setLocation(found?.location ?? null)
        }}
      />
      <TextField
        label={t('soon.email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={said?.email}
        error={said?.errors['email']}
      />
      <div>
        <Button type="submit" loading={busy}>
          {t('soon.submit')}
        </Button>
      </div>
    </Form>
  )
}

function Done({
  done,
  place,
  at,
}: {
  done: 'noted' | 'asked' | { artists: number }
  place: string
  at: readonly [number, number]
}) {
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', apologyStyles.sorry)}>
      <h1 className="heading-1">{typeof done === 'string' ? t('soon.title', { place }) : place}</h1>
      <p className="lead" role="status">
        {typeof done === 'string'
          ? t(done === 'asked' ? 'soon.confirm' : 'soon.done')
          : t('soon.open', { n: done.artists, place })}
      </p>
      <ButtonLink kind="search" to={`/?stage=date&near=${at[0].toFixed(3)},${at[1].toFixed(3)}`}>
        {t('soon.search')}
      </ButtonLink>
    </main>
  )
}
