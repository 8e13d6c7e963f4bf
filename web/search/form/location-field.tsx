import { reader } from '#contract/words.ts'
import { PlaceField } from './place-field.tsx'
import type { FoundPlace } from './place-search.ts'
import type { SearchState } from './use-search.ts'
import { searchWords } from '#web/search/words.ts'

/** The place of a search. */
export function LocationField({ state, onChosen }: { state: SearchState; onChosen: (place: FoundPlace) => void }) {
  const { form, country, set, choosePlace, offered } = state
  const t = reader(searchWords, country)
  return (
    <PlaceField
      country={country}
      text={form.typed}
      autoFocus
      onOptions={offered}
      before={state.alike}
      error={
        state.alike[0] && !form.location
          ? t('place.which', { place: state.alike[0].title })
          : state.locationError
            ? t('bar.location.error')
            : null
      }
      onText={(typed) => {
        state.typing()
        set({ ...form, typed, location: null })
      }}
      onChoose={(place) => {
        choosePlace(place)
        if (place) onChosen(place)
      }}
    />
  )
}
