import type { ReactNode } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { type Country, reader } from '#contract/words.ts'
import { OpenGallery, Palette, useViewer } from '#web/content/palette.tsx'
import { heroPalette, type SitePicture } from '#web/content/site-pictures.ts'
import { PageSearch } from '#web/search/form/whole-search.tsx'
import { homeWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './hero.module.css'

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

/** The fig hero: title, one sentence, the search, and the open palette. */
export function Hero({ title, text, settings, country, pictures = heroPalette, usual, asks }: HeroProps) {
  const t = reader(homeWords, country)
  const label = t('home.hero.gallery.label', { n: pictures.length })
  const { open, viewer } = useViewer(pictures, label)
  return (
    <div className={classes('fig-ground on-fig', styles.hero)}>
      <div className={classes('page-width', styles.inner)}>
        <div className={classes('stack gap-32', styles.beside)}>
          <h1 className="heading-hero">{title}</h1>
          <p className="lead">{text}</p>
          <PageSearch settings={settings} country={country} usual={usual} asks={asks} />
        </div>
        <Palette pictures={pictures} large={large} title={label} onOpen={open} />
      </div>
      <OpenGallery onOpen={() => open(0)} />
      {viewer}
    </div>
  )
}
