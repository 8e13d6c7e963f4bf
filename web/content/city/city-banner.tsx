import { Star } from 'lucide-react'
import { useMemo } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { SeoPage } from '#contract/content/content.ts'
import { money, score } from '#contract/format.ts'
import type { Location } from '#contract/places/location.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import { OpenGallery, Palette, useViewer } from '#web/content/palette.tsx'
import { heroPalette, type SitePicture } from '#web/content/site-pictures.ts'
import { PageSearch } from '#web/search/form/whole-search.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { cityWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import heroStyles from '#web/content/home/hero.module.css'
import styles from './city-banner.module.css'
import starsStyles from '#web/ui/stars.module.css'

/** The fig banner of a place: where you are, title, score and prices, the search with the place filled in, looks. */
export function CityBanner({ page, settings }: { page: SeoPage; settings: FormSettings }) {
  const country = page.countryCode as Country
  const pictures = bannerPictures(page)
  const looks = page.banner.given ? page.banner.title : page.banner.alt
  const { open, viewer } = useViewer(pictures, looks)
  const place = useMemo(() => locationOfPage(page), [page])
  return (
    <div className={classes('fig-ground on-fig', heroStyles.hero, heroStyles.cityHero)}>
      <div className={classes('page-width', heroStyles.inner)}>
        <div className={classes('stack gap-24', heroStyles.beside)}>
          <Breadcrumbs crumbs={page.breadcrumbs} />
          <h1 className={classes('heading-1', heroStyles.cityTitle)}>{page.banner.title}</h1>
          <p className="lead">{page.banner.subTitle}</p>
          <Facts page={page} country={country} />
          <div id="search" className={styles.citySearch}>
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

/** The page's place as a search sends it. */
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

/** Six pans: the picture that an operator gave first, two faces, then what artists of the place have done, the site's own where there is too little. */
function bannerPictures(page: SeoPage): readonly SitePicture[] {
  const faces = page.providers.slice(0, 2).map((artist) => artist.coverImg)
  const { given, img, alt } = page.banner
  const own = [...(given ? [{ src: img, alt }] : []), ...faces, ...page.media]
  return [...own, ...heroPalette.slice(0, Math.max(0, 6 - own.length))].slice(0, 6)
}

function Facts({ page, country }: { page: SeoPage; country: Country }) {
  const t = reader(cityWords, country)
  const { offers } = page
  const scored = page.totalReviewScore !== null && page.totalReviewCount > 0
  if (!scored && !offers) return page.artists > 0 ? <p>{t('city.price.none')}</p> : null
  return (
    <p className="row gap-8 wrapping">
      {scored && (
        <span className={starsStyles.rate}>
          <Star className="icon star-icon" aria-hidden="true" />
          {t(page.builtIn ? 'city.score.builtIn' : 'city.score', {
            score: score(page.totalReviewScore ?? 0),
            reviews: counted(page.totalReviewCount, 'review', 'reviews'),
          })}
        </span>
      )}
      {offers && (
        <span>
          {t(page.builtIn ? 'city.price.builtIn' : 'city.price', {
            n: offers.count,
            offers: offers.count,
            minPrice: money(offers.minPrice, offers.currency),
            maxPrice: money(offers.maxPrice, offers.currency),
          })}
        </span>
      )}
    </p>
  )
}
