import { Car, Store } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import { formatDate, formatDistance, formatMoney } from '#contract/format.ts'
import type { Opening, openings } from '#contract/search/demand/openings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { specialMessages } from '#web/content/special/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { PlaceField } from '#web/search/form/place-field.tsx'
import { type FoundPlace, findNearestPlace, findVisitorPlace, formatPlace } from '#web/search/form/place-search.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './openings.module.css'
import artistCardStyles from '#web/ui/artist-card.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'

type Found = OutputOf<typeof openings.near>

// Fallback choices: the largest cities of each market.
const cities = {
  London: '-0.126,51.508',
  Sydney: '151.207,-33.868',
  'New York': '-74.006,40.714',
  Toronto: '-79.416,43.7',
}

/** Artists with free time in 14 days near the visitor's detected or chosen place. */
export function Openings() {
  const [place, setPlace] = useState<FoundPlace | null>(null)
  const [typed, setTyped] = useState('')
  const [service, setService] = useState<string>()
  const [tries, setTries] = useState(0)
  const near = place?.location.coordinates.join(',')
  const [shown, setShown] = useState<{ of: string; found: Found | null } | null>(null)
  const asked = `${near} ${service ?? ''} ${tries}`
  const choose = useCallback((found: FoundPlace | null) => {
    setPlace(found)
    setTyped(found ? formatPlace(found) : '')
  }, [])

  const [unknown, setUnknown] = useState(false)
  useEffect(() => {
    let gone = false
    const here = (found: FoundPlace | null) => {
      if (gone) return
      if (found) setPlace((chosen) => chosen ?? found)
      else setUnknown(true)
    }
    findVisitorPlace().then(here, () => here(null))
    return () => {
      gone = true
    }
  }, [])
  // The place is only known in the browser; the last results stay while loading.
  useEffect(() => {
    if (!near) return
    const stop = new AbortController()
    browserApi()
      .openings.near({ near, service }, { auth: false, signal: stop.signal })
      .then(
        (found) => setShown({ of: asked, found }),
        () => !stop.signal.aborted && setShown({ of: asked, found: null }),
      )
    return () => stop.abort()
  }, [near, service, asked])

  const visitors = usePageCountry()
  const country = shown?.found?.countryCode ?? visitors
  const t = createTranslator(specialMessages, country)
  const loading = near !== undefined && shown?.of !== asked
  return (
    <section className="stack gap-24" aria-labelledby="openings">
      <div>
        <h2 className="heading-2" id="openings">
          {shown?.found ? t('openings.near', { place: shown.found.place }) : t('openings.title')}
        </h2>
        <p className="muted">{t('openings.text')}</p>
      </div>
      <div className={styles.openingsSearch}>
        <PlaceField
          country={country}
          text={typed || (place ? formatPlace(place) : '')}
          onText={setTyped}
          onChoose={choose}
        />
      </div>
      {unknown && !place && (
        <fieldset className="chip-row">
          <legend className="muted small">{t('openings.cities')}</legend>
          {Object.entries(cities).map(([name, point]) => (
            <ToggleChip key={name} on={false} onChange={() => void findNearestPlace(point).then(choose, () => {})}>
              {name}
            </ToggleChip>
          ))}
        </fieldset>
      )}
      {shown?.found && (
        <fieldset className="chip-row">
          <legend className="visually-hidden">{t('openings.services')}</legend>
          {shown.found.services.map(({ id, label }) => (
            <ToggleChip key={id} on={id === (service ?? shown.found?.service)} onChange={() => setService(id)}>
              {label}
            </ToggleChip>
          ))}
        </fieldset>
      )}
      <p className="visually-hidden" role="status">
        {!loading && shown?.found ? t('openings.count', { n: shown.found.artists.length }) : ''}
      </p>
      {loading && <Waiting />}
      {!loading && shown && !shown.found && (
        <Note kind="error">
          {t('openings.failed')}{' '}
          <Button kind="quiet" onClick={() => setTries(tries + 1)}>
            {t('openings.again')}
          </Button>
        </Note>
      )}
      {!loading && shown?.found && place && <List found={shown.found} near={near ?? ''} />}
    </section>
  )
}

function List({ found, near }: { found: Found; near: string }) {
  const t = createTranslator(specialMessages, found.countryCode)
  const category = found.services.find(({ id }) => id === found.service)?.categorySlug ?? ''
  if (found.artists.length === 0) {
    return (
      <Empty
        title={t('openings.none', { place: found.place })}
        action={
          <ButtonLink kind="secondary" to={`/?stage=date&near=${near}`}>
            {t('openings.none.action')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <ul className={styles.openings}>
      {found.artists.map((artist) => (
        <li key={artist._id}>
          <OpeningCard
            artist={artist}
            country={found.countryCode}
            asked={{ near, place: found.place, service: found.service, category }}
          />
        </li>
      ))}
    </ul>
  )
}

interface OpeningCardProps {
  artist: Opening
  country: Country
  asked: { near: string; place: string; service: string; category: string }
}

/** An artist with their first free days, linked to the full price. */
function OpeningCard({ artist, country, asked }: OpeningCardProps) {
  const t = createTranslator(specialMessages, country)
  const Way = artist.mobileOrStudio === 'studio' ? Store : Car
  return (
    <article className={artistCardStyles.card}>
      <div className={joinClasses(artistCardStyles.cover, artistCardStyles.single)}>
        <div className={artistCardStyles.picture}>
          <Picture src={artist.coverImg.src} alt={artist.coverImg.alt} width={400} height={300} />
        </div>
      </div>
      <div className={artistCardStyles.body}>
        <div className={artistCardStyles.person}>
          <Avatar size={60} className={artistCardStyles.cardFace} src={artist.profileImg.src} alt="" />
          <div className="can-shrink">
            <h3 className={artistCardStyles.name}>
              <Link to={`/@/${artist.slug}`}>{artist.name}</Link>
            </h3>
          </div>
        </div>
        <div className={artistCardStyles.facts}>
          <Rating rating={artist.rating} reviews={artist.totalReviews} />
          <span>
            <Way className="icon" aria-hidden="true" /> {t(`openings.${artist.mobileOrStudio}`)},{' '}
            {formatDistance(artist.distance.metres, country)}
          </span>
        </div>
        <div>
          <span className="number">{formatMoney(artist.price, artist.currency)}</span>{' '}
          <span className="small muted">{t('openings.from')}</span>
        </div>
        <Form method="post" action="/search" className="chip-row">
          {Object.entries({
            near: asked.near,
            place: asked.place,
            categorySlug: asked.category,
            profile: artist.slug,
            [`service:${asked.service}`]: '1',
          }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {artist.days.map((day) => (
            <button
              key={day}
              className={chipsStyles.chip}
              type="submit"
              name="eventDate"
              value={day}
              aria-label={t('openings.day', { name: artist.name, date: formatDate(day, country) })}>
              {formatDate(day, country, new Date().getFullYear())}
            </button>
          ))}
        </Form>
      </div>
    </article>
  )
}

const Waiting = () => (
  <ul className={styles.openings} aria-hidden="true">
    {['a', 'b', 'c', 'd'].map((each) => (
      <li key={each}>
        <CardSkeleton />
      </li>
    ))}
  </ul>
)
