import { showcase } from '#contract/content/showcase.ts'
import { comingSoon } from '#contract/content/coming-soon.ts'
import { content } from '#contract/content/content.ts'
import { directory } from '#contract/content/directory.ts'
import { texts } from '#contract/content/texts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listGallery } from '#server/content/showcase/list-gallery.ts'
import { listArtists } from '#server/content/directory/list-artists.ts'
import { listArtistsOf } from '#server/content/directory/list-artists-of.ts'
import { listCategories } from '#server/content/directory/list-categories.ts'
import { listPlaces } from '#server/content/directory/list-places.ts'
import { listPlacesOf } from '#server/content/directory/list-places-of.ts'
import { listReviews } from '#server/content/showcase/list-reviews.ts'
import { listSitemap } from '#server/content/directory/list-sitemap.ts'
import { listSitemapPart } from '#server/content/directory/list-sitemap-part.ts'
import { showHome } from '#server/content/home/show-home.ts'
import { showPage } from '#server/content/city/show-page.ts'
import { showRanking } from './show-ranking.ts'
import { countHelped } from '#server/content/reading/count-helped.ts'
import { listTextVersions } from '#server/content/reading/list-text-versions.ts'
import { showText } from '#server/content/reading/show-text.ts'
import { showWords } from './show-words.ts'
import { waitForPlace } from '#server/content/special/wait-for-place.ts'

export const contentRoutes = serve(content, { page: showPage, home: showHome, ranking: showRanking })

export const showcaseRoutes = serve(showcase, { reviews: listReviews, gallery: listGallery })

export const directoryRoutes = serve(directory, {
  categories: listCategories,
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
