import { type FormEvent, useId, useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { Absence, Appearance } from '#contract/search/demand/appearance.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { defaults, timeChoices } from '#contract/constants.ts'
import { formatDistance, formatNightTime } from '#contract/format.ts'
import type { Fit } from '#contract/search/quotes.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { ProviderCard } from '#web/search/quotes/provider-card.tsx'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { TaggedWork } from '#web/search/looks/tagged-work.tsx'
import { lookMessages } from '#web/search/looks/look-messages.ts'
import { formatEventPlace } from '#web/search/quotes/quote-phrases.ts'
import { LooksEditor } from '#web/search/form/looks-editor.tsx'
import { emptyParty, type Party, isPartyComplete } from '#web/search/form/party.ts'
import { findPlacesFrom, type FoundPlace, formatPlace } from '#web/search/form/place-search.ts'
import { searchMessages } from '#web/search/messages.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FieldError, SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { PlaceCombobox } from '#web/ui/fields/place-combobox.tsx'
import { type AppearanceQuery, buildQuoteInput, createFirstQueries } from './first-look.ts'
import { useDashboardMessages, useOwn } from './own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './appearance-page.module.css'
import { revealElement } from '#web/ui/reveal.ts'

/** Loads bookable services of the artist's categories. */
export const clientLoader = requireSession(async () => {
  const api = browserApi()
  const [own, catalogue] = await Promise.all([api.providerProfile.show({}), api.providerProfile.catalogue({})])
  const theirs = catalogue.categories.filter(({ id }) => own.services.some((service) => service.categoryId === id))
  const slugs = theirs.length > 0 ? theirs.map(({ slug }) => slug) : [defaults.category]
  const settings = await Promise.all(
    slugs.map(async (categorySlug) => (await api.search.formSettings({ categorySlug })).formSettings),
  )
  const looks = createFirstQueries(own, settings[0], todayInUtc())
  let seen: { first: AppearanceQuery; shown: Appearance | null } | null = null
  // Shows a result by default, for the first day with free work; otherwise only the form.
  for (const first of looks) {
    const shown: Appearance | null = await api.appearance.show(buildQuoteInput(first)).catch(() => null)
    seen = seen && !shown ? seen : { first, shown }
    if (!shown || !isTaken(shown)) break
  }
  return { settings, first: seen?.first ?? null, shown: seen?.shown ?? null }
})

const isTaken = ({ mobile, studio }: Appearance) => (mobile ?? studio)?.card.reason === 'booked'

const todayInUtc = () => new Date().toISOString().slice(0, 10)

type Typed = { place: FoundPlace | null; typed: string; date: string; time: string; party: Party; tags?: LookTag[] }
type Wrong = Partial<Record<'place' | 'date' | 'time' | 'party' | 'form', string>>

export default function AppearancePage() {
  const { settings, first, shown } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  return (
    <DashboardFrame title={t('preview.title')} text={t('preview.text')}>
      <Preview all={settings} first={first} atFirst={shown} />
    </DashboardFrame>
  )
}

function Preview({
  all,
  first,
  atFirst,
}: {
  all: readonly FormSettings[]
  /** The default query; null without one. */
  first: AppearanceQuery | null
  atFirst: Appearance | null
}) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const s = createTranslator(searchMessages, profile.countryCode)
  const l = createTranslator(lookMessages, profile.countryCode)
  const [slug, setSlug] = useState(all[0]?.category.slug)
  const settings = all.find(({ category }) => category.slug === slug)
  const [asked, setAsked] = useState<Typed>(
    first
      ? { ...first, typed: formatPlace(first.place) }
      : { place: null, typed: '', date: '', time: '13:30', party: emptyParty },
  )
  const [wrong, setWrong] = useState<Wrong>({})
  const [shown, setShown] = useState(atFirst)
  // Whether the shown result used look tags.
  const [lookedFor, setLookedFor] = useState(false)
  const { pending, run } = useForm({ refusals: (fault) => seeWrong(fault) })
  const likeliest = useRef<FoundPlace | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const today = todayInUtc()

  const refuse = (errors: Wrong) => {
    setWrong(errors)
    const selectors = {
      place: '[role=combobox]',
      date: '[name=date]',
      time: '[name=time]',
      party: '.looks button',
      form: 'button[type=submit]',
    }
    const bad = (['place', 'date', 'time', 'party', 'form'] as const).find((field) => errors[field])
    if (bad) revealElement(form.current?.querySelector<HTMLElement>(selectors[bad]))
  }
  // Maps the response's search fields to the form's four.
  const seeWrong = ({ errors: [of], message }: ApiError) => {
    const fields: Record<string, keyof Wrong> = {
      location: 'place',
      eventDate: 'date',
      finishTime: 'time',
      services: 'party',
      people: 'party',
    }
    refuse({ [(of && fields[of.path.split('.')[0] ?? '']) ?? 'form']: of?.message ?? message })
    return null
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const place = asked.place ?? (asked.typed.trim() ? likeliest.current : null)
    const gaps: Wrong = {
      ...(place ? {} : { place: formatMessage(sharedMessages['field.location']) }),
      ...(asked.date ? {} : { date: formatMessage(sharedMessages['field.required'], { Name: 'Date' }) }),
      ...(isPartyComplete(asked.party) ? {} : { party: s('who.empty') }),
    }
    if (Object.keys(gaps).length || !place) return refuse(gaps)
    setWrong({})
    const done = await run(() =>
      browserApi().appearance.show({ ...buildQuoteInput({ ...asked, place }), tags: asked.tags ?? [] }),
    )
    if (!done) return
    setShown(done.answer)
    setLookedFor((asked.tags ?? []).length > 0)
    requestAnimationFrame(() => {
      result.current?.focus({ preventScroll: true })
      result.current?.scrollIntoView({ block: 'start' })
    })
  }
  return (
    <div className="two-columns even">
      <form ref={form} className="card pad-24 stack" onSubmit={submit} noValidate>
        <PlaceCombobox<FoundPlace>
          label={t('preview.place')}
          placeholder={t('preview.place.hint')}
          text={asked.typed}
          chosen={asked.place}
          error={wrong.place ?? null}
          find={findPlacesFrom(profile.countryCode)}
          onOptions={([one]) => {
            likeliest.current = one ?? null
          }}
          onText={(typed) => setAsked({ ...asked, typed, place: null })}
          onChoose={(place) => setAsked((now) => ({ ...now, place, typed: place ? formatPlace(place) : now.typed }))}
          words={{
            none: (text) => s('place.none', { text }),
            similar: s('place.similar'),
            failed: s('place.error').replace(/ Try again\.$/, ''),
            retry: t('toast.retry'),
            list: t('preview.place'),
          }}
        />
        <div className="field-grid even">
          <TextField
            type="date"
            name="date"
            label={t('preview.date')}
            min={today}
            value={asked.date}
            error={wrong.date ?? null}
            onChange={(event) => setAsked({ ...asked, date: event.target.value })}
          />
          <SelectField
            name="time"
            label={t('preview.time')}
            value={asked.time}
            error={wrong.time ?? null}
            onChange={(event) => setAsked({ ...asked, time: event.target.value })}>
            <option value="">{t('preview.time.none')}</option>
            {timeChoices.map((hhmm) => (
              <option key={hhmm} value={hhmm}>
                {formatNightTime(hhmm)}
              </option>
            ))}
          </SelectField>
        </div>
        {all.length > 1 && (
          <SelectField
            label={t('preview.category')}
            value={slug}
            onChange={(event) => {
              setSlug(event.target.value)
              setAsked({ ...asked, party: emptyParty })
            }}>
            {all.map(({ category }) => (
              <option key={category.slug} value={category.slug}>
                {category.label}
              </option>
            ))}
          </SelectField>
        )}
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('preview.services')}</legend>
          {settings && (
            <LooksEditor
              key={slug}
              party={asked.party}
              settings={settings}
              country={profile.countryCode}
              onChange={(party) => setAsked({ ...asked, party })}
            />
          )}
          {wrong.party && <FieldError>{wrong.party}</FieldError>}
        </fieldset>
        <details>
          <summary>{l('look.try')}</summary>
          <div className="stack">
            <p className="small muted">{l('look.try.text')}</p>
            <TagChoice
              country={profile.countryCode}
              chosen={asked.tags ?? []}
              onChange={(tags) => setAsked({ ...asked, tags })}
            />
          </div>
        </details>
        {wrong.form && <Note kind="error">{wrong.form}</Note>}
        <Button type="submit" loading={pending}>
          {t('preview.submit')}
        </Button>
      </form>
      <div
        ref={result}
        tabIndex={-1}
        className={joinClasses('stack gap-24', styles.asSeen)}
        role="region"
        aria-label={t('preview.title')}
        aria-live="polite">
        {shown?.absent && <Absent absent={shown.absent} />}
        {shown?.mobile && <Listed appearance={shown} mode="mobile" />}
        {shown?.studio && <Listed appearance={shown} mode="studio" />}
        {shown && <TaggedWork appearance={shown} lookedFor={lookedFor} />}
      </div>
    </div>
  )
}

const fixes: Record<
  Exclude<Fit, 'fits'>,
  [
    'preview.booked' | 'preview.tooFar' | 'preview.otherHours' | 'preview.tooManyPeople' | 'preview.shortNotice',
    string,
    'preview.fix.calendar' | 'preview.fix.travel' | 'preview.fix.services',
  ]
> = {
  booked: ['preview.booked', '/dashboard/calendar', 'preview.fix.calendar'],
  tooFar: ['preview.tooFar', '/dashboard/travel', 'preview.fix.travel'],
  otherHours: ['preview.otherHours', '/dashboard/travel', 'preview.fix.travel'],
  tooManyPeople: ['preview.tooManyPeople', '/dashboard/services', 'preview.fix.services'],
  shortNotice: ['preview.shortNotice', '/dashboard/travel', 'preview.fix.travel'],
}

/** The card in a list with position, or the reason for having none. */
function Listed({ appearance, mode }: { appearance: Appearance; mode: 'mobile' | 'studio' }) {
  const t = useDashboardMessages()
  const id = useId()
  const listed = appearance[mode]
  if (!listed) return null
  const { card, position, of } = listed
  const search = { ...appearance.search, id: '' }
  const [word, to, act] = card.reason === 'fits' ? [] : fixes[card.reason]
  return (
    <section className="stack gap-12" aria-labelledby={id}>
      <h2 className="heading-3" id={id}>
        {t(mode === 'mobile' ? 'preview.mobile' : 'preview.studio')}
      </h2>
      {position !== null ? (
        <p className="title">{t('preview.position', { n: position, m: of })}</p>
      ) : (
        word &&
        to &&
        act && (
          <Note kind="warning">
            <p className="bold">{t('preview.not')}</p>
            <p>
              {t(word, {
                place: formatEventPlace(search),
                distance: formatDistance(card.distance.metres, search.countryCode),
              })}
            </p>
            <p className="muted">{t('preview.others', { n: of })}</p>
            <Link className="link tap-target" to={to}>
              {t(act)}
            </Link>
          </Note>
        )
      )}
      <div className={styles.previewCard}>
        <ProviderCard
          card={card}
          page={{ search, sortBy: 'recommended' }}
          mine={false}
          compared={false}
          onCompare={null}
          preview
        />
      </div>
    </section>
  )
}

function Absent({ absent }: { absent: Absence }) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const country = profile.countryCode
  const said = () => {
    if (absent.reason === 'state') return t('preview.absent.state', { state: t(`state.${absent.state}`) })
    if (absent.reason === 'country') return t('preview.absent.country')
    if (absent.reason === 'services') return t('preview.absent.services', { services: absent.services.join(', ') })
    return t('preview.absent.beyond', {
      distance: formatDistance(absent.distance.metres, country),
      most: country === 'GB' || country === 'US' ? '31 miles' : '50 km',
    })
  }
  return (
    <Note kind="warning">
      <p className="bold">{t('preview.not')}</p>
      <p>{said()}</p>
      {absent.reason === 'services' && (
        <ButtonLink kind="secondary" size="small" to="/dashboard/services">
          {t('preview.fix.services')}
        </ButtonLink>
      )}
    </Note>
  )
}

export { DashboardError as ErrorBoundary }
