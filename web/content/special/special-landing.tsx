import { formatMessage } from '#contract/i18n/messages.ts'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { HomePage } from '#contract/content/content.ts'
import { Hero, JoinPanel } from '#web/content/home/landing-parts.tsx'
import { Section, Split } from '#web/content/section.tsx'
import { SentenceLines } from '#web/content/sentence-lines.tsx'
import type { SitePicture } from '#web/content/site-pictures.ts'
import { SummaryCard } from '#web/content/summary-card.tsx'
import { usePageCountry } from '#web/shell/page-country.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Carousel } from '#web/ui/pictures/carousel.tsx'
import { FaqList } from '#web/ui/faq.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'

interface SpecialLandingProps {
  title: string
  text: string
  note?: string
  home: HomePage
  settings: FormSettings
  pictures: readonly SitePicture[]
  usual?: readonly string[]
  usualText?: string
  asks?: { date: string; time: string }
  cta: string
  faqs: readonly { question: string; answer: string }[]
  faqTitle: string
  artistsTitle: string
  children?: React.ReactNode
}

export function SpecialLanding({
  title,
  text,
  note,
  home,
  settings,
  pictures,
  faqs,
  faqTitle,
  artistsTitle,
  usual,
  usualText,
  asks,
  cta,
  children,
}: SpecialLandingProps) {
  const country = usePageCountry()
  return (
    <main id="main" tabIndex={-1}>
      <Hero
        title={<SentenceLines text={title} mark />}
        text={text}
        settings={settings}
        country={country}
        pictures={pictures}
        usual={usual}
        asks={asks}
      />
      {children}
      {home.featured.length > 0 && (
        <Section title={artistsTitle} tight={false}>
          <Carousel
            label={artistsTitle}
            fit
            arrows={{
              back: formatMessage(pageMessages['word.earlier.artists']),
              on: formatMessage(pageMessages['word.more.artists']),
            }}>
            {home.featured.map((artist) => (
              <li key={artist._id}>
                <SummaryCard artist={artist} mixed />
              </li>
            ))}
          </Carousel>
        </Section>
      )}
      <Split
        title={faqTitle}
        note={[note, usualText].filter(Boolean).join(' ')}
        action={
          <ButtonLink kind="search" to="?stage=location">
            {cta}
          </ButtonLink>
        }>
        <FaqList faqs={faqs} />
      </Split>
      <JoinPanel country={country} />
    </main>
  )
}
