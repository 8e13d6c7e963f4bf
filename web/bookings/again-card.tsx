import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { countOf } from '#contract/i18n/counts.ts'
import { zonedDay } from '#contract/format.ts'
import { formatShortPlace, getBookingTranslator, getFirstName } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { buildPayload, toSearchForm } from '#web/search/form/search-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Calendar } from '#web/ui/fields/calendar.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'

/** Returns the input of a search for the same people, services, place and ready-by time as a saved one, on another day. */
export const buildRepeatedSearch = (saved: SavedSearch, settings: FormSettings, date: string) =>
  buildPayload({ ...toSearchForm(saved), date }, settings, {})

const subscribeNever = () => () => {}

/** Searches for the same people, services and place on another day, and opens the artist's price. */
export function AgainCard({ appointment }: { appointment: Appointment }) {
  const { provider, searchId, countryCode } = appointment
  const t = getBookingTranslator(appointment)
  const said = { firstName: getFirstName(provider.name) }
  const [day, setDay] = useState<string | null>(null)
  // Read in the browser only: on the server it may still be yesterday, or already tomorrow.
  const today = useSyncExternalStore(
    subscribeNever,
    () => zonedDay(new Date().toISOString(), appointment.timeZone),
    () => null,
  )
  const { pending, formError, run } = useForm()
  const navigate = useNavigate()
  const search = () =>
    run(
      async () => {
        const { search: before, formSettings } = await browserApi().search.formSettingsOfSearch({
          searchId: searchId as string,
        })
        const payload = day ? buildRepeatedSearch(before, formSettings, day) : null
        if (!payload) return
        const { search: next } = await browserApi().search.create(payload)
        await navigate(`/quotes/${next.id}/@/${provider.slug}`)
      },
      { staysPending: true },
    )
  return (
    <div id="again" className="no-print">
      <TitledCard title={t('again.title', said)}>
        {searchId ? (
          <>
            <p className="small muted">
              {t('again.text', {
                people: countOf('people', appointment.people),
                place: formatShortPlace(appointment.place),
              })}
            </p>
            {today && <Calendar value={day} onChange={setDay} today={today} country={countryCode} />}
            {formError && <Note kind="error">{formError}</Note>}
            <Button full disabled={!day} loading={pending} onClick={search}>
              {t('again.act', said)}
            </Button>
          </>
        ) : (
          <ButtonLink full to={`/@/${provider.slug}`}>
            {t('again.act', said)}
          </ButtonLink>
        )}
      </TitledCard>
    </div>
  )
}
