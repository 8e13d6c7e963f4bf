import type { FormSettings } from '#contract/catalog.ts'
import type { HomePage } from '#contract/content.ts'
import { defaultCountry } from '#contract/words.ts'
import { Hero } from '#web/content/home/hero.tsx'
import { JoinPanel } from '#web/content/home/landing.tsx'
import { Section, Split } from '#web/content/section.tsx'
import { SentenceLines } from '#web/content/sentence-lines.tsx'
import type { SitePicture } from '#web/content/site-pictures.ts'
import { SummaryCard } from '#web/content/summary-card.tsx'
import { Carousel } from '#web/ui/carousel.tsx'
import { FaqList } from '#web/ui/faq.tsx'

interface SpecialLandingProps {
  title: string
  text: string
  note?: string
  home: HomePage
  settings: FormSettings
  pictures: readonly SitePicture[]
  faqs: readonly { question: string; answer: string }[]
  faqTitle: string
  artistsTitle: string
  children?: React.ReactNode
}

/** The home shell with its own words and its own palette of drawings. */
export function SpecialLanding({ title, text, note, home, settings, pictures, faqs, faqTitle, artistsTitle, children }: SpecialLandingProps) {
  return (
    <main id="main" tabIndex={-1}>
      <Hero title={<SentenceLines text={title} mark />} text={text} settings={settings} country={defaultCountry} pictures={pictures} />
      {note && (
        <div className="wrap pt-10">
          <p className="lead">{note}</p>
        </div>
      )}
      {children}
      {home.featured.length > 0 && (
        <Section title={artistsTitle} tight={false}>
          <Carousel label={artistsTitle} fit arrows={{ back: 'Earlier artists', on: 'More artists' }}>
            {home.featured.map((artist) => (
              <li key={artist._id}>
                <SummaryCard artist={artist} mixed />
              </li>
            ))}
          </Carousel>
        </Section>
      )}
      <Split title={faqTitle}>
        <FaqList faqs={faqs} />
      </Split>
      <JoinPanel country={defaultCountry} />
    </main>
  )
}
