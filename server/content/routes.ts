import { showcase } from '#contract/showcase.ts'
import { comingSoon } from '#contract/coming-soon.ts'
import { content } from '#contract/content.ts'
import { directory } from '#contract/directory.ts'
import { texts } from '#contract/texts.ts'
import { serve } from '#server/platform/serve.ts'
import { listGallery } from './list-gallery.ts'
import { listArtists, listArtistsOf } from './list-artists.ts'
import { listPlaces, listPlacesOf } from './list-places.ts'
import { listReviews } from './list-reviews.ts'
import { listSitemap, listSitemapPart } from './list-sitemap.ts'
import { showHome } from './show-home.ts'
import { showPage } from './show-page.ts'
import { showRanking } from './show-ranking.ts'
import { countHelped } from './help.ts'
import { listTextVersions, showText } from './show-text.ts'
import { showWords } from './show-words.ts'
import { waitForPlace } from './wait-for-place.ts'

export const contentRoutes = serve(content, { page: showPage, home: showHome, ranking: showRanking })

export const showcaseRoutes = serve(showcase, { reviews: listReviews, gallery: listGallery })

export const directoryRoutes = serve(directory, {
  places: listPlaces,
  placeList: listPlacesOf,
  artists: listArtists,
  artistList: listArtistsOf,
  sitemap: listSitemap,
  sitemapPart: listSitemapPart,
})

export const comingSoonRoutes = serve(comingSoon, { wait: waitForPlace })

export const textRoutes = serve(texts, {
  read: showText,
  versions: listTextVersions,
  words: showWords,
  helped: countHelped,
})
