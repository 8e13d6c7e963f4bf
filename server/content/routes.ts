import { showcase } from '#contract/content/showcase.ts'
import { comingSoon } from '#contract/content/coming-soon.ts'
import { content } from '#contract/content/content.ts'
import { directory } from '#contract/content/directory.ts'
import { texts } from '#contract/content/texts.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { listGallery, listReviews } from './showcase.ts'
import { listArtists, listArtistsOf, listCategories, listPlaces, listPlacesOf } from './directory.ts'
import { listSitemap, listSitemapPart } from './sitemap.ts'
import { getHome, getRanking } from './home.ts'
import { getLandingPage, getPageTexts } from './place-pages.ts'
import { countHelped, listTextVersions, getTextPage } from './text-pages.ts'
import { waitForPlace } from './coming-soon.ts'

export const contentRoutes = createRoutes(content, { page: getLandingPage, home: getHome, ranking: getRanking })

export const showcaseRoutes = createRoutes(showcase, { reviews: listReviews, gallery: listGallery })

export const directoryRoutes = createRoutes(directory, {
  categories: listCategories,
  places: listPlaces,
  placeList: listPlacesOf,
  artists: listArtists,
  artistList: listArtistsOf,
  sitemap: listSitemap,
  sitemapPart: listSitemapPart,
})

export const comingSoonRoutes = createRoutes(comingSoon, { wait: waitForPlace })

export const textRoutes = createRoutes(texts, {
  read: getTextPage,
  versions: listTextVersions,
  words: getPageTexts,
  rateHelp: countHelped,
})
