import {
  BookOpen,
  Brush,
  Cake,
  Camera,
  Crown,
  Flame,
  Gem,
  Ghost,
  GraduationCap,
  Hand,
  HeartHandshake,
  type LucideIcon,
  Moon,
  Paintbrush,
  PartyPopper,
  Presentation,
  Sparkle,
  Sparkles,
  Trophy,
} from 'lucide-react'
import { SiteLink } from '#web/ui/site-link.tsx'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SeoPage } from '#contract/content/content.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import { date, distance } from '#contract/format.ts'
import { PlaceCards } from '#web/content/place-cards.tsx'
import { useViewer } from '#web/content/palette.tsx'
import { Section, Split } from '#web/content/section.tsx'
import { SummaryCard } from '#web/content/summary-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Carousel } from '#web/ui/pictures/carousel.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FaqList } from '#web/ui/faq.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { CustomerWords } from '#web/ui/review-card.tsx'
import { CityBanner } from './city-banner.tsx'
import { cityWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import { pageWords } from '#web/platform/page-words.ts'
import styles from './city-landing.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import contentStyles from '#web/content/content.module.css'

const icons: Record<string, LucideIcon> = {
  wedding: HeartHandshake,
  engagement: Gem,
  mehndi: Hand,
  prom: Sparkles,
  party: PartyPopper,
  'photo-shoot': Camera,
  graduation: GraduationCap,
  birthday: Cake,
  corporate: Presentation,
  halloween: Ghost,
  eid: Moon,
  diwali: Flame,
  races: Trophy,
  quinceanera: Crown,
  'makeup-hair-lessons': BookOpen,
  nails: Paintbrush,
  'makeup-hair-styling': Brush,
}

const iconOf = (link: string): LucideIcon => {
  const [, , category = '', , event = ''] = link.split('/')
  return icons[event] ?? icons[category] ?? Sparkle
}

/** A place that nobody reaches: where the nearest are, and a line when somebody starts. */
function NobodyYet({ page, country }: { page: SeoPage; country: Country }) {
  const t = reader(cityWords, country)
  const { city, nearest, center } = page
  const soon = `/coming-soon?${new URLSearchParams({ place: city, country: country.toLowerCase(), lat: center.lat.toFixed(4), lng: center.lng.toFixed(4) })}`
  return (
    <div className="page-width section tight">
      <Empty
        title={t('city.none.title', { city })}
        action={
          <div className="row gap-8 wrapping">
            {nearest && (
              <ButtonLink kind="secondary" to={nearest.link}>
                {t('city.none.action', { nearCity: nearest.city })}
              </ButtonLink>
            )}
            <ButtonLink kind="secondary" to={soon}>
              {t('city.none.wait')}
            </ButtonLink>
          </div>
        }>
        {nearest
          ? t('city.none.text', { nearCity: nearest.city, distance: distance(nearest.metres, country) })
          : t('city.none.text.plain')}
      </Empty>
    </div>
  )
}

/** A place's page: banner with search, artists, occasions, reviews, places nearby, looks, questions, map. */
export function CityLanding({ page, settings }: { page: SeoPage; settings: FormSettings }) {
  const country = page.countryCode as Country
  const { city } = page
  const t = reader(cityWords, country)
  const { open, viewer } = useViewer(page.media, t('city.media.title', { city }))
  return (
    <>
      <CityBanner page={page} settings={settings} />
      {page.artists === 0 && <NobodyYet page={page} country={country} />}
      {page.intro && (
        <div className={classes('page-width', styles.cityIntro)}>
          <p className="lead">{page.intro}</p>
        </div>
      )}
      {page.occasion && (
        <div className={classes('page-width stack', styles.cityOccasion)}>
          <p className="text-measure">{page.occasion.how}</p>
          {page.occasion.trial && <p className="text-measure">{page.occasion.trial}</p>}
          <div>
            <ButtonLink to="#search">{page.occasion.action}</ButtonLink>
          </div>
        </div>
      )}
      {page.providers.length > 0 && (
        <Section
          title={t(
            page.providers.some((artist) => artist.featured) ? 'city.providers.featured' : 'city.providers.title',
            { city },
          )}
          tight={false}
          more={{
            label: t('city.providers.all', { n: page.artists, artists: counted(page.artists, 'artist', 'artists') }),
            to: '#search',
          }}>
          <Carousel
            label={t('city.providers.title', { city })}
            fit
            arrows={{ back: pageWords['word.earlier.artists'], on: pageWords['word.more.artists'] }}>
            {page.providers.slice(0, 4).map((artist) => (
              <li key={artist._id}>
                <SummaryCard artist={artist} />
              </li>
            ))}
          </Carousel>
        </Section>
      )}
      {page.artists > 0 && (
        <Section title={t('city.events.title')}>
          <ul className="chip-row">
            {[...page.events, ...page.categories].map(({ label, link }) => {
              const Icon = iconOf(link)
              return (
                <li key={link}>
                  <SiteLink to={link} className={chipsStyles.chip}>
                    <Icon className="icon" aria-hidden="true" />
                    {label}
                  </SiteLink>
                </li>
              )
            })}
          </ul>
        </Section>
      )}
      {page.customerReviews.length > 0 && (
        <Section
          title={t('city.reviews.title', { city })}
          more={{ label: t('city.reviews.all'), to: '/content/reviews' }}
          sunken>
          <div className="three-columns">
            {page.customerReviews.map((review) => (
              <CustomerWords
                key={review._id}
                picture={review.coverImg}
                score={review.reviewScore}
                comment={review.comment}>
                <span>{review.customerName}</span>
              </CustomerWords>
            ))}
          </div>
        </Section>
      )}
      {page.popularPlaces.length > 0 && (
        <Section title={t('city.places.title', { city })} tight={false}>
          <PlaceCards
            places={page.popularPlaces}
            under={({ artists }, minPrice) =>
              minPrice ? t('city.places.card.price', { n: artists, minPrice }) : t('city.places.card', { n: artists })
            }
            far={({ metres }) =>
              metres === null ? null : t('city.places.card.far', { distance: distance(Math.max(metres, 160), country) })
            }
          />
        </Section>
      )}
      {page.media.length > 0 && (
        <Section title={t('city.media.title', { city })}>
          <ul className={styles.mediaStrip}>
            {page.media.map((picture, index) => (
              <li key={picture.src} className={classes(pictureStyles.frame, styles.frame)}>
                <button type="button" className={contentStyles.panOpen} onClick={() => open(index)}>
                  <Picture src={picture.src} alt={picture.alt} width={240} height={180} />
                </button>
              </li>
            ))}
          </ul>
          {viewer}
        </Section>
      )}
      {page.faqs.length > 0 && (
        <Split
          title={t('city.faq.title', { city })}
          note={page.offers ? t('city.price.note', { date: date(page.updatedAt, country) }) : undefined}>
          <FaqList faqs={page.faqs} />
        </Split>
      )}
      {page.artists > 0 && (
        <Section title={t('city.map.title', { city })}>
          <div className={classes(styles.cityMap, pictureStyles.frame)}>
            <Picture
              src={`/v1/map/${page.center.lng.toFixed(2)},${page.center.lat.toFixed(2)},11.svg`}
              alt={t('city.map.alt', { city })}
              width={1280}
              height={1280}
            />
          </div>
        </Section>
      )}
      <div className="foot-search narrow-only">
        <ButtonLink kind="search" full to={`?stage=location`}>
          {t('city.search')}
        </ButtonLink>
      </div>
    </>
  )
}
