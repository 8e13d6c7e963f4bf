import { useState } from 'react'
import { type Country, reader } from '#contract/words.ts'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { findPlaces, type FoundPlace, locateMe } from './place-search.ts'
import { searchWords } from '#web/search/words.ts'

interface PlaceFieldProps {
  country: Country
  text: string
  onText: (text: string) => void
  onChoose: (place: FoundPlace | null) => void
  onOptions?: (places: readonly FoundPlace[]) => void
  error?: string | null
  autoFocus?: boolean
  name?: string
}

/** The place field with 'Use my location'; what was typed stays whatever happens. */
export function PlaceField({ country, text, onText, onChoose, onOptions, error, autoFocus, name }: PlaceFieldProps) {
  const t = reader(searchWords, country)
  const [locating, setLocating] = useState<'no' | 'yes' | 'place.use.denied' | 'place.use.outside'>('no')
  const locate = async () => {
    setLocating('yes')
    try {
      onChoose(await locateMe())
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
        find={findPlaces}
        {...{ text, onText, onChoose, onOptions, error, autoFocus, name }}
        locate={{ label: t('place.use'), run: locate, busy: locating === 'yes' }}
        words={{
          none: (typed) => t('place.none', { text: typed }),
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
