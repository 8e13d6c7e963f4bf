import { countOf } from '#contract/i18n/counts.ts'
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
  Star,
  Trophy,
} from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SeoPage } from '#contract/content/content.ts'
import { formatDate, formatDistance, formatMoney, formatScore } from '#contract/format.ts'
import type { Location } from '#contract/places/location.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import contentStyles from '#web/content/content.module.css'
import heroStyles from '#web/content/home/hero.module.css'
import { OpenGallery, Palette, useViewer } from '#web/content/palette.tsx'
import { useInView } from '#web/ui/visibility.ts'
import { PlaceCards } from '#web/content/place-cards.tsx'
import { Section, Split } from '#web/content/section.tsx'
import { heroPalette, type SitePicture } from '#web/content/site-pictures.ts'
import { SummaryCard } from '#web/content/summary-card.tsx'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { PageSearch } from '#web/search/form/whole-search.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FaqList } from '#web/ui/faq.tsx'
import chipsStyles from '#web/ui/fields/chips.module.css'
import { Carousel } from '#web/ui/pictures/carousel.tsx'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { CustomerQuote } from '#web/ui/review-card.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import starsStyles from '#web/ui/stars.module.css'
import { Breadcrumbs } from './breadcrumbs.tsx'
import styles from './city-landing.module.css'
import { cityMessages } from './messages.ts'

// Lazy-loaded when it comes into view.
const ArtistMap = createOptionalPart(
  async () => (await import('./artist-map.tsx')).ArtistMap,
  () => null,
)

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

const picturesInRow = 4

/** Returns how many pictures fill whole rows, or all if there are fewer than one row. */
const countInFullRows = (pictures: number): number =>
  pictures < picturesInRow ? pictures : pictures - (pictures % picturesInRow)

/** A place without artists: the nearest ones, and a mail subscription. */
function NobodyYet({ page, country }: { page: SeoPage; country: Country }) {
  const t = createTranslator(cityMessages, country)
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
          ? t('city.none.text', { nearCity: nearest.city, distance: formatDistance(nearest.metres, country) })
          : t('city.none.text.plain')}
      </Empty>
    </div>
  )
}

/** A place page: banner with search, artists, occasions, reviews, nearby places, looks, questions, map. */
export function CityLanding({ page, settings }: { page: SeoPage; settings: FormSettings }) {
  // One call to action on the screen: the bar at its bottom appears when the search of the banner is out of view.
  const { inView: searchInView, ref: searchRef } = useInView(true)
  const country = page.countryCode as Country
  const { city } = page
  const t = createTranslator(cityMessages, country)
  const inCity = t(page.allResident ? 'city.in' : 'city.near', { city })
  const { open, viewer } = useViewer(page.media, t('city.media.title', { inCity }))
  return (
    <>
      <CityBanner page={page} settings={settings} searchRef={searchRef} />
      {page.artists === 0 && <NobodyYet page={page} country={country} />}
      {page.intro && (
        <div className={joinClasses('page-width', styles.cityIntro)}>
          <p className="lead">{page.intro}</p>
        </div>
      )}
      {page.occasion && (
        <div className={joinClasses('page-width stack', styles.cityOccasion)}>
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
            { inCity },
          )}
          tight={false}
          more={{
            label: t('city.providers.all', {
              n: page.artists,
              artists: countOf('artists', page.artists),
            }),
            to: '#search',
          }}>
          <Carousel
            label={t('city.providers.title', { inCity })}
            fit
            arrows={{
              back: formatMessage(pageMessages['word.earlier.artists']),
              on: formatMessage(pageMessages['word.more.artists']),
            }}>
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
          title={t('city.reviews.title', { inCity })}
          more={{ label: t('city.reviews.all'), to: '/content/reviews' }}
          sunken>
          <div className="three-columns">
            {page.customerReviews.map((review) => (
              <CustomerQuote
                key={review._id}
                picture={review.coverImg}
                score={review.reviewScore}
                comment={review.comment}>
                <span>{review.customerName}</span>
              </CustomerQuote>
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
              metres === null
                ? null
                : t('city.places.card.far', { distance: formatDistance(Math.max(metres, 160), country) })
            }
          />
        </Section>
      )}
      {page.media.length > 0 && (
        <Section title={t('city.media.title', { inCity })}>
          <ul className={styles.mediaStrip}>
            {page.media.slice(0, countInFullRows(page.media.length)).map((picture, index) => (
              <li key={picture.src} className={joinClasses(pictureStyles.frame, styles.frame)}>
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
          title={t(page.type === 'event' ? 'city.faq.event' : 'city.faq.title', { city })}
          note={
            page.offers && page.type === 'city'
              ? t('city.price.note', { date: formatDate(page.updatedAt, country) })
              : undefined
          }>
          <FaqList faqs={page.faqs} />
        </Split>
      )}
      {page.providers.length > 0 && (
        <Section title={t('city.map.title', { city })}>
          <CityMap page={page} country={country} />
        </Section>
      )}
      {!searchInView && (
        <div className="foot-search narrow-only">
          <ButtonLink kind="search" full to={`?stage=location`}>
            {t('city.search')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** The map at the foot of the page, with the artists that the page shows. */
function CityMap({ page, country }: { page: SeoPage; country: Country }) {
  const t = createTranslator(cityMessages, country)
  const { inView, ref } = useInView()
  const [seen, setSeen] = useState(false)
  if (inView && !seen) setSeen(true)
  const text = t('city.map.alt', { city: page.city })
  return (
    <div ref={ref} className={joinClasses(styles.cityMap, pictureStyles.frame)}>
      {seen ? <ArtistMap label={text} page={page} country={country} /> : <p className="small muted">{text}</p>}
    </div>
  )
}

/** Banner of a place: breadcrumbs, title, score, prices, prefilled search and pictures. */
function CityBanner({
  page,
  settings,
  searchRef,
}: {
  page: SeoPage
  settings: FormSettings
  searchRef: Ref<HTMLDivElement>
}) {
  const country = page.countryCode as Country
  const pictures = bannerPictures(page)
  const looks = page.banner.given ? page.banner.title : page.banner.alt
  const { open, viewer } = useViewer(pictures, looks)
  const place = useMemo(() => locationOfPage(page), [page])
  return (
    <div className={joinClasses('fig-ground on-fig', heroStyles.hero, heroStyles.cityHero)}>
      <div className={joinClasses('page-width', heroStyles.inner)}>
        <div className={joinClasses('stack gap-24', heroStyles.beside)}>
          <Breadcrumbs crumbs={page.breadcrumbs} />
          <h1 className={joinClasses('heading-1', heroStyles.cityTitle)}>{page.banner.title}</h1>
          <p className="lead">{page.banner.subTitle}</p>
          <Facts page={page} country={country} />
          <div id="search" ref={searchRef} className={styles.citySearch}>
            <PageSearch
              settings={settings}
              country={country}
              place={place}
              placeholder={page.banner.locationPlaceholder}
            />
          </div>
        </div>
        <Palette pictures={pictures} large={[0, 1]} title={looks} onOpen={open} />
      </div>
      <OpenGallery onOpen={() => open(0)} />
      {viewer}
    </div>
  )
}

const locationOfPage = ({ city, state, center, countryCode }: SeoPage): Location => ({
  type: 'Point',
  coordinates: [center.lng, center.lat],
  address: {
    placeName: [city, state].filter(Boolean).join(', '),
    place: city,
    region: state || undefined,
    countryCode,
  },
})

/** Returns six pictures: the operator's first, two portraits, local work, and stock drawings as fallback. */
function bannerPictures(page: SeoPage): readonly SitePicture[] {
  const faces = page.providers.slice(0, 2).map((artist) => artist.coverImg)
  const { given, img, alt } = page.banner
  const own = [...(given ? [{ src: img, alt }] : []), ...faces, ...page.media]
  return [...own, ...heroPalette.slice(0, Math.max(0, 6 - own.length))].slice(0, 6)
}

function Facts({ page, country }: { page: SeoPage; country: Country }) {
  const t = createTranslator(cityMessages, country)
  const { offers } = page
  const scored = page.totalReviewScore !== null && page.totalReviewCount > 0
  if (!scored && !offers) return page.artists > 0 ? <p>{t('city.price.none')}</p> : null
  return (
    <p className="row gap-8 wrapping">
      {scored && (
        <span className={starsStyles.rate}>
          <Star className="icon star-icon" aria-hidden="true" />
          {t('city.score', {
            score: formatScore(page.totalReviewScore ?? 0),
            reviews: countOf('reviews', page.totalReviewCount),
          })}
        </span>
      )}
      {offers && (
        <span>
          {t(page.builtIn ? 'city.price.builtIn' : 'city.price', {
            n: offers.count,
            offers: offers.count,
            minPrice: formatMoney(offers.minPrice, offers.currency),
            maxPrice: formatMoney(offers.maxPrice, offers.currency),
          })}
        </span>
      )}
    </p>
  )
}
