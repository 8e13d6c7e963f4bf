import { Clock3 } from 'lucide-react'
import { formatDuration } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { searchMessages } from '#web/search/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import noteStyles from '#web/ui/note.module.css'
import { isPartyComplete, countPeople } from './party.ts'
import { PlaceField } from './place-field.tsx'
import type { FoundPlace } from './place-search.ts'
import type { SearchState } from './use-search.ts'

export function LocationField({ state, onChosen }: { state: SearchState; onChosen: (place: FoundPlace) => void }) {
  const { form, country, set, choosePlace, offered } = state
  const t = createTranslator(searchMessages, country)
  return (
    <PlaceField
      country={country}
      text={form.typed}
      autoFocus
      onOptions={offered}
      before={state.alike}
      error={
        state.alike[0] && !form.location
          ? state.alike[0].similar
            ? t('place.similar.one', { text: form.typed })
            : t('place.which', { place: state.alike[0].title })
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

/** Explains backwards planning and the approximate start for a group with one artist. */
export function TimeNote({ state }: { state: SearchState }) {
  const { form, settings, country } = state
  const t = createTranslator(searchMessages, country)
  if (form.time === 'unsure') return <p className="micro hint">{t('time.notSure.note')}</p>
  const services = settings.serviceTypes.flatMap((type) => type.services)
  const minutes = form.party.reduce(
    (sum, look) =>
      sum +
      look.count *
        look.services.reduce((all, id) => all + (services.find((service) => service.id === id)?.minutes ?? 0), 0),
    0,
  )
  const many = isPartyComplete(form.party) && countPeople(form.party) > 1
  return (
    <p className={joinClasses('small', noteStyles.note)}>
      <Clock3 className="icon" aria-hidden="true" />
      <span>
        {t('time.note')}
        {many &&
          ` ${t('time.note.group', { n: countPeople(form.party), hours: formatDuration(Math.round(minutes / 30) * 30) })}`}
      </span>
    </p>
  )
}

type Reader = ReturnType<typeof createTranslator<typeof searchMessages>>

export const createTimeLabels = (t: Reader) => ({
  unsure: t('time.notSure'),
  parts: [t('time.group.morning'), t('time.group.afternoon'), t('time.group.evening'), t('time.group.night')] as const,
  nextDay: t('time.nextDay.short'),
})
