import { content } from '#contract/content.ts'
import { serve } from '#server/platform/serve.ts'
import { listGallery } from './list-gallery.ts'
import { listPaths } from './list-paths.ts'
import { listPlaces } from './list-places.ts'
import { listReviews } from './list-reviews.ts'
import { showHome } from './show-home.ts'
import { showPage } from './show-page.ts'
import { showRanking } from './show-ranking.ts'
import { showWords } from './show-words.ts'

export const contentRoutes = serve(content, { page: showPage, words: showWords, home: showHome, places: listPlaces, paths: listPaths, ranking: showRanking, reviews: listReviews, gallery: listGallery })
