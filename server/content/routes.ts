import { showcase } from '#contract/content/showcase.ts'
import { comingSoon } from '#contract/content/coming-soon.ts'
import { content } from '#contract/content/content.ts'
import { directory } from '#contract/content/directory.ts'
import { texts } from '#contract/content/texts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listGallery, listReviews } from './showcase.ts'
import { listArtists, listArtistsOf, listCategories, listPlaces, listPlacesOf } from './directory.ts'
import { listSitemap, listSitemapPart } from './sitemap.ts'
import { showHome, showRanking } from './home.ts'
import { showPage, showWords } from './place-pages.ts'
import { countHelped, listTextVersions, showText } from './text-pages.ts'
import { waitForPlace } from './coming-soon.ts'

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
