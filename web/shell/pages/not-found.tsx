import { Search } from 'lucide-react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'
import { errorMessages } from './error-page.tsx'
import styles from './not-found.module.css'
import paletteStyles from '#web/ui/palette.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

const t = createTranslator(errorMessages)

/** A palette with empty places: pictures by name, null if empty. */
const wiped = ['halloween-1', 'hero-9', null, null, 'hero-6', 'hero-4', 'join-1', null, 'hero-5'] as const

export function NotFound() {
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', styles.lost)}>
      <div className="stack gap-24">
        <span className={joinClasses('number', styles.lostNumber)}>404</span>
        <h1 className="heading-hero">{t('error.404.title')}</h1>
        <p className="lead">{t('error.404.text')}</p>
        <div className="row wrapping">
          <ButtonLink kind="search" size="large" to="/?stage=location">
            <Search className="icon" aria-hidden="true" />
            {t('error.404.search')}
          </ButtonLink>
          <ButtonLink kind="secondary" size="large" to="/">
            {t('error.404.home')}
          </ButtonLink>
        </div>
      </div>
      <div className={paletteStyles.casing} aria-hidden="true">
        <div className={paletteStyles.palette}>
          {wiped.map((name, index) => (
            <div
              key={name ?? index}
              className={joinClasses(
                pictureStyles.frame,
                index === 0 && paletteStyles.double,
                name === null && pictureStyles.wiped,
              )}>
              {name && <Picture src={getSiteDrawingUrl(name)} alt="" width={320} height={320} />}
            </div>
          ))}
        </div>
      </div>
    </main>
  )
}
