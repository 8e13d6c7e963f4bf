import { useState } from 'react'
import type { Location } from '#contract/places/location.ts'
import type { Demand } from '#contract/search/demand/demand.ts'
import { privacyCircleMetres } from '#contract/constants.ts'
import { formatDistance } from '#contract/format.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { type Country, countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { findPlacesFrom, type FoundPlace, findMyPlace, formatPlace } from '#web/search/form/place-search.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { searchMessages } from '#web/search/messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { StreetMap } from '#web/ui/map/map.tsx'
import { Note } from '#web/ui/note.tsx'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import signupStyles from '#web/signup/signup.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import type { ProfileFormProps } from './profile-form.tsx'

type Props = Omit<ProfileFormProps, 'profile' | 'catalogue'> & { profile: EditableProfile | null }
type Draft = { typed: string; location: Location | null; studio: boolean; studioAddress: string }

export function LocationForm({ id, profile, onSaved, onState }: Props) {
  const visitors = usePageCountry()
  const country = profile?.countryCode ?? visitors
  const t = createTranslator(signupMessages, country)
  const w = createTranslator(searchMessages, country)
  const [offered, setOffered] = useState<readonly FoundPlace[]>([])
  const [said, setSaid] = useState('')
  const { draft, change, errors, formError, submit, form } = useForm<Draft, EditableProfile>({
    start: {
      typed: profile ? areaText(profile) : '',
      location: profile ? getSavedLocation(profile) : null,
      studio: profile?.studio ?? false,
      studioAddress: profile?.studioAddress ?? '',
    },
    send: ({ location, studio, studioAddress }) =>
      browserApi().providerProfile.location({
        location: location ?? (offered[0]?.location as Location),
        studio,
        studioAddress,
      }),
    check: ({ location, typed, studio, studioAddress }): Record<string, string> => {
      const place = location ?? (typed.trim().length >= 3 ? offered[0]?.location : undefined)
      return {
        ...(place
          ? countries.includes(place.address.countryCode as Country)
            ? {}
            : { location: t('step2.error.country') }
          : { location: t('step2.error.none') }),
        ...(studio && studioAddress.trim() === '' ? { studioAddress: t('step2.studio.error') } : {}),
      }
    },
    onSaved,
    onState,
  })
  const choose = (place: FoundPlace | null) =>
    change({ location: place?.location ?? null, typed: place ? formatPlace(place) : '' })
  const locate = async () => {
    setSaid(w('place.use.finding'))
    try {
      choose(await findMyPlace())
      setSaid('')
    } catch (error) {
      setSaid(
        w(error instanceof Error && error.message === 'place.use.outside' ? 'place.use.outside' : 'place.use.denied'),
      )
    }
  }
  const at = draft.location?.coordinates
  const mapCountry = (draft.location?.address.countryCode as Country | undefined) ?? country
  const demand = useDemand(at)
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <div className="card pad-24 stack">
        <PlaceCombobox<FoundPlace>
          label={t('step2.place')}
          placeholder={t('step2.place.hint')}
          text={draft.typed}
          chosen={null}
          name="place"
          error={errors['location'] ?? null}
          find={findPlacesFrom(country)}
          onOptions={setOffered}
          onText={(typed) => change({ typed, location: null })}
          onChoose={choose}
          locate={{ label: w('place.use'), run: locate }}
          words={{
            none: (text) => w('place.none', { text }),
            similar: w('place.similar'),
            failed: w('place.error').replace(/ Try again\.$/, ''),
            retry: w('place.retry'),
            list: t('step2.place'),
          }}
        />
        <p className="small muted" role="status">
          {said}
        </p>
        <Checkbox checked={draft.studio} onChange={(event) => change({ studio: event.target.checked })}>
          {t('step2.studio')}
        </Checkbox>
        {draft.studio && (
          <TextField
            label={t('step2.studio.address')}
            hint={t('step2.studio.hint')}
            name="studioAddress"
            autoComplete="address-line1"
            value={draft.studioAddress}
            error={errors['studioAddress']}
            onChange={(event) => change({ studioAddress: event.target.value })}
          />
        )}
      </div>
      {at && (
        <figure className="stack gap-8">
          <div className={joinClasses(signupStyles.areaMap, pictureStyles.frame)}>
            <StreetMap
              label={t('step2.preview', { area: draft.typed || t('step2.place') })}
              summary={draft.typed}
              view={[at]}
              area={{ centre: at, metres: privacyCircleMetres }}
              country={mapCountry}
              zoom={14}
              inPage
            />
          </div>
          <figcaption className="small muted">
            {t('step2.map', {
              distance: formatDistance(2 * privacyCircleMetres, mapCountry),
            })}
          </figcaption>
        </figure>
      )}
      <div role="status">
        {demand && demand.customers > 0 && (
          <Note kind="info">{t('step2.prompt', { n: demand.customers, place: demand.place })}</Note>
        )}
      </div>
    </form>
  )
}

const areaText = ({ location }: EditableProfile): string =>
  location.city && location.city !== location.area ? `${location.area}, ${location.city}` : location.area

export const getSavedLocation = ({ location, countryCode }: EditableProfile): Location => ({
  type: 'Point',
  coordinates: location.coordinates,
  address: { placeName: areaText({ location } as EditableProfile), countryCode },
})

function useDemand(at: readonly [number, number] | undefined): Demand | null {
  const near = at ? `${at[0].toFixed(4)},${at[1].toFixed(4)}` : null
  return useAnswer(near, () => browserApi().demand.near({ near: near ?? undefined })).answer
}
