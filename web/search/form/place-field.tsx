import { useEffect, useMemo, useState } from 'react'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { listLastPlaces } from './last-places.ts'
import { formatShortPlace } from './search-form.ts'
import { findPlacesFrom, toFoundPlace, type FoundPlace, findMyPlace } from './place-search.ts'
import { searchMessages } from '#web/search/messages.ts'
import { localStore } from '#web/platform/storage.ts'

interface PlaceFieldProps {
  country: Country
  text: string
  onText: (text: string) => void
  onChoose: (place: FoundPlace | null) => void
  onOptions?: (places: readonly FoundPlace[]) => void
  /** Options before typing, instead of last searches and towns. */
  before?: readonly FoundPlace[]
  error?: string | null
  autoFocus?: boolean
  name?: string
}

/** The place field with 'Use my location'; typed text is never lost. */
export function PlaceField({ country, text, onText, onChoose, onOptions, before, error, ...field }: PlaceFieldProps) {
  const t = createTranslator(searchMessages, country)
  const [locating, setLocating] = useState<'no' | 'yes' | 'place.use.denied' | 'place.use.outside'>('no')
  const find = useMemo(() => findPlacesFrom(country), [country])
  const known = usePlacesBefore(country)
  const locate = async () => {
    setLocating('yes')
    try {
      onChoose(await findMyPlace())
      setLocating('no')
    } catch (fault) {
      setLocating(
        fault instanceof Error && fault.message === 'place.use.outside' ? 'place.use.outside' : 'place.use.denied',
      )
    }
  }
  return (
    <>
      <PlaceCombobox<FoundPlace>
        label={t('bar.location')}
        placeholder={t('bar.location.placeholder')}
        chosen={null}
        find={find}
        before={before?.length ? before : known}
        text={text}
        onText={onText}
        onChoose={onChoose}
        onOptions={onOptions}
        error={error}
        {...field}
        locate={{ label: t('place.use'), run: locate, busy: locating === 'yes' }}
        words={{
          none: (typed) => t('place.none', { text: typed }),
          similar: t('place.similar'),
          failed: t('place.error').replace(/ Try again\.$/, ''),
          retry: t('place.retry'),
          list: t('bar.location'),
        }}
      />
      <p className="small muted" role="status">
        {locating === 'yes' ? t('place.use.finding') : locating === 'no' ? '' : t(locating)}
      </p>
    </>
  )
}

const towns = 6

/** Returns the suggestions before typing: last searches of this browser, and six towns of the country. */
function usePlacesBefore(country: Country): readonly FoundPlace[] {
  const [before, setBefore] = useState<readonly FoundPlace[]>([])
  // An effect, not a loader: the bar is on many pages, and last searches are only known in the browser.
  useEffect(() => {
    const gone = new AbortController()
    const last = listLastPlaces(localStore).map((location): FoundPlace => {
      const title = formatShortPlace(location)
      const rest = location.address.placeName.split(', ').filter((part) => !title.split(', ').includes(part))
      return { id: `last ${location.address.placeName}`, title, rest: rest.join(', '), location, before: true }
    })
    setBefore(last)
    browserApi()
      .places.find({ home: country, largest: '1', limit: String(towns) }, { auth: false, signal: gone.signal })
      .then((found) => setBefore([...last, ...found.map(toFoundPlace)]))
      // The field works without suggestions.
      .catch(() => {})
    return () => gone.abort()
  }, [country])
  return before
}
