import { CalendarDays, Clock3, MapPin, Search, Users } from 'lucide-react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { timeChoices } from '#contract/constants.ts'
import type { SentTo } from '#contract/endpoint.ts'
import { formatNightTime } from '#contract/format.ts'
import { getLanguage } from '#contract/i18n/language.ts'
import type { search } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import type { PlainWish } from './read-plain-form.ts'
import { searchMessages } from '#web/search/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import searchBarStyles from './search-bar.module.css'
import sheet from './plain-form.css?url'

export interface PlainFormProps {
  settings: FormSettings
  country: Country
  place?: string
  placeholder?: string
  /** Default services for one person, and the page's labels for day and time. */
  usual?: readonly string[]
  asks?: { date: string; time: string }
  /** A rejected submission, so that nothing must be typed again. */
  wish?: PlainWish
  look?: SentTo<typeof search.create>['look']
}

/** The search as a plain form without script: posts to /search, which responds with quotes or the missing fields. */
export function PlainForm({
  settings,
  country,
  place,
  placeholder,
  usual = [],
  asks,
  wish,
  look = wish?.look,
}: PlainFormProps) {
  const t = createTranslator(searchMessages, country)
  return (
    <form
      method="post"
      action={getLanguage() === 'fr' ? '/fr' : '/search'}
      role="search"
      aria-label={t('bar.label')}
      className={joinClasses(searchBarStyles.searchBar, 'plain-form')}>
      <link rel="stylesheet" href={sheet} />
      <input type="hidden" name="storeSlug" value={settings.store.slug} />
      {look?.tags?.map((tag) => (
        <input key={tag} type="hidden" name="tag" value={tag} />
      ))}
      {look?.work && <input type="hidden" name="work" value={look.work} />}
      <input type="hidden" name="categorySlug" value={wish?.categorySlug ?? settings.category.slug} />
      <div>
        <label className={joinClasses(searchBarStyles.field, 'plain-field')}>
          <MapPin className="icon" aria-hidden="true" />
          <b>{t('bar.location')}</b>
          <input
            name="place"
            type="text"
            required
            defaultValue={wish?.place ?? place}
            placeholder={placeholder ?? t('bar.location.placeholder')}
            autoComplete="off"
          />
        </label>
      </div>
      <div>
        <label className={joinClasses(searchBarStyles.field, 'plain-field')}>
          <CalendarDays className="icon" aria-hidden="true" />
          <b>{asks?.date ?? t('bar.date')}</b>
          <input name="eventDate" type="date" required defaultValue={wish?.eventDate} />
        </label>
      </div>
      <div>
        <label className={joinClasses(searchBarStyles.field, 'plain-field')}>
          <Clock3 className="icon" aria-hidden="true" />
          <b>{asks?.time ?? t('plain.time')}</b>
          <select name="finishTime" defaultValue={wish?.finishTime ?? ''}>
            <option value="">{t('time.notSure')}</option>
            {timeChoices.map((hhmm) => (
              <option key={hhmm} value={hhmm}>
                {formatNightTime(hhmm)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <details name="plain-services" open={wish !== undefined || undefined}>
        <summary className={joinClasses(searchBarStyles.field, 'plain-field')}>
          <Users className="icon" aria-hidden="true" />
          <b>{t('bar.services')}</b>
          <span className={searchBarStyles.placeholder}>{t('bar.services.placeholder')}</span>
        </summary>
        <div className={joinClasses(searchBarStyles.panel, 'plain-services')}>
          <p className="bold">{t('plain.people')}</p>
          {settings.serviceTypes.map((type) => (
            <fieldset key={type.id}>
              <legend className="plain-service-type">{type.label}</legend>
              {type.services.map((service) => (
                <label key={service.id} className="row space-between">
                  {service.label}
                  <input
                    type="number"
                    name={`service:${service.id}`}
                    min={0}
                    max={20}
                    placeholder="0"
                    defaultValue={wish ? wish.counts.get(service.id) : usual.includes(service.id) ? 1 : undefined}
                    inputMode="numeric"
                  />
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </details>
      <Button className={searchBarStyles.button} kind="search" type="submit">
        <Search className="icon" aria-hidden="true" />
        {t('plain.submit')}
      </Button>
    </form>
  )
}
