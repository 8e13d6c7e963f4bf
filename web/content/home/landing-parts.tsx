import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { formatDate, zonedDay } from '#contract/format.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { SentenceLines } from '#web/content/sentence-lines.tsx'
import { OpenGallery, Palette, useViewer } from '#web/content/palette.tsx'
import { heroPalette, getSitePicture, type SitePicture } from '#web/content/site-pictures.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { localStore } from '#web/platform/storage.ts'
import { PageSearch } from '#web/search/form/whole-search.tsx'
import { toSearchForm } from '#web/search/form/search-form.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import heroStyles from './hero.module.css'
import styles from './landing-parts.module.css'
import { homeMessages } from './messages.ts'

interface HeroProps {
  title: ReactNode
  text: string
  settings: FormSettings
  country: Country
  pictures?: readonly SitePicture[]
  usual?: readonly string[]
  asks?: { date: string; time: string }
}

const large = [0, 7]

export function Hero({ title, text, settings, country, pictures = heroPalette, usual, asks }: HeroProps) {
  const t = createTranslator(homeMessages, country)
  const label = t('home.hero.gallery.label', { n: pictures.length })
  const { open, viewer } = useViewer(pictures, label)
  return (
    <div className={joinClasses('fig-ground on-fig', heroStyles.hero)}>
      <div className={joinClasses('page-width', heroStyles.inner)}>
        <div className={joinClasses('stack gap-32', heroStyles.beside)}>
          <h1 className="heading-hero">{title}</h1>
          <p className="lead">{text}</p>
          <PageSearch settings={settings} country={country} usual={usual} asks={asks} />
          <ContinueSearch country={country} />
        </div>
        <Palette pictures={pictures} large={large} title={label} onOpen={open} />
      </div>
      <OpenGallery onOpen={() => open(0)} />
      {viewer}
    </div>
  )
}

/** Returns whether a search of this browser can still lead to a booking: its day has not passed. */
export const canContinue = ({ mine, appointmentSpot }: SavedSearch, now = new Date()): boolean =>
  mine && appointmentSpot.eventDate >= zonedDay(now.toISOString(), appointmentSpot.timeZone)

/** Leads back to the last search of this browser; hidden without one. */
function ContinueSearch({ country }: { country: Country }) {
  const t = createTranslator(homeMessages, country)
  const [search, setSearch] = useState<SavedSearch | null>(null)
  // Only the browser knows its search; the server's page is the same for everyone.
  useEffect(() => {
    const searchId = localStore.getItem('searchId')
    if (!searchId) return
    browserApi()
      .search.formSettingsOfSearch({ searchId })
      .then(({ search: saved }) => canContinue(saved) && setSearch(saved))
      .catch(() => {})
  }, [])
  if (!search) return null
  return (
    <p className={heroStyles.continue}>
      <SiteLink className="link tap-target" to={`/quotes/${search.id}`}>
        {t('home.continue')}
        <ArrowRight className="icon" aria-hidden="true" />
      </SiteLink>{' '}
      <span className="small">
        {t('home.continue.what', {
          place: toSearchForm(search).typed,
          date: formatDate(search.appointmentSpot.eventDate, search.countryCode, new Date().getFullYear()),
        })}
      </span>
    </p>
  )
}

const joinPictures = (['join-1', 'join-2', 'join-3', 'join-4', 'join-5', 'join-6'] as const).map(getSitePicture)

export function JoinPanel({ country }: { country: Country }) {
  const t = createTranslator(homeMessages, country)
  return (
    <section className="section" aria-labelledby="join-panel">
      <div className="page-width">
        <div className={joinClasses('fig-ground on-fig', styles.joinPanel)}>
          <div className={joinClasses('stack gap-24', styles.text)}>
            <h2 className="heading-1" id="join-panel">
              <SentenceLines text={t('home.join.title')} />
            </h2>
            <p className="lead">{t('home.join.text')}</p>
            <div className="row wrapping">
              <ButtonLink kind="search" size="large" to="/join">
                {t('home.join.action')}
              </ButtonLink>
              <ButtonLink kind="ghost" size="large" to="/join#steps">
                {t('home.join.more')}
              </ButtonLink>
            </div>
          </div>
          <div className={styles.tiles}>
            {joinPictures.map((picture) => (
              <Pan className={styles.frame} key={picture.src} src={picture.src} alt="" width={200} height={200} />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
