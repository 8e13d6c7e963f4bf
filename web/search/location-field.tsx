import { useState } from 'react'
import { reader } from '#contract/words.ts'
import { PlaceCombobox } from '#web/ui/place-combobox.tsx'
import { findPlaces, type FoundPlace, locateMe } from './place-search.ts'
import type { SearchState } from './use-search.ts'
import { searchWords } from './words.ts'

/** The place field with 'Use my location'; what was typed stays whatever happens. */
export function LocationField({ state, onChosen }: { state: SearchState; onChosen: (place: FoundPlace) => void }) {
  const { form, country, set, choosePlace, offered } = state
  const t = reader(searchWords, country)
  const [locating, setLocating] = useState<'no' | 'yes' | 'place.use.denied' | 'place.use.outside'>('no')
  const locate = async () => {
    setLocating('yes')
    try {
      const here = await locateMe()
      choosePlace(here)
      setLocating('no')
      onChosen(here)
    } catch (error) {
      setLocating(error instanceof Error && error.message === 'place.use.outside' ? 'place.use.outside' : 'place.use.denied')
    }
  }
  const said = locating === 'yes' ? t('place.use.finding') : locating === 'no' ? '' : t(locating)
  return (
    <>
      <PlaceCombobox<FoundPlace>
        label={t('bar.location')} placeholder={t('bar.location.placeholder')} text={form.typed} chosen={null} autoFocus
        error={state.locationError ? t('bar.location.error') : null}
        find={findPlaces} onOptions={offered}
        onText={(typed) => set({ ...form, typed, location: null })}
        onChoose={(place) => {
          choosePlace(place)
          if (place) onChosen(place)
        }}
        locate={{ label: t('place.use'), run: locate, busy: locating === 'yes' }}
        words={{ none: (text) => t('place.none', { text }), failed: t('place.error').replace(/ Try again\.$/, ''), retry: 'Try again', list: t('bar.location') }}
      />
      <p className="small mut" role="status">{said}</p>
    </>
  )
}
