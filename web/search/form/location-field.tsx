import { reader } from '#contract/words.ts'
import { PlaceField } from './place-field.tsx'
import type { FoundPlace } from './place-search.ts'
import type { SearchState } from './use-search.ts'
import { searchWords } from '#web/search/words.ts'

/** The place of a search. */
export function LocationField({ state, onChosen }: { state: SearchState; onChosen: (place: FoundPlace) => void }) {
  const { form, country, set, choosePlace, offered } = state
  return (
    <PlaceField
      country={country}
      text={form.typed}
      autoFocus
      onOptions={offered}
      error={state.locationError ? reader(searchWords, country)('bar.location.error') : null}
      onText={(typed) => set({ ...form, typed, location: null })}
      onChoose={(place) => {
        choosePlace(place)
        if (place) onChosen(place)
      }}
    />
  )
}
