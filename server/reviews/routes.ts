import { reviews } from '#contract/reviews/reviews.ts'
import { serve } from '#server/platform/http/serve.ts'
import { linkToReview } from './link-to-review.ts'
import { changeReply, replyToReview } from './reply.ts'
import { reportReview } from './report-review.ts'
import { showReview } from './show-review.ts'
import { changeReview, postReview } from './write-review.ts'

export const reviewRoutes = serve(reviews, {
  show: showReview,
  post: postReview,
  change: changeReview,
  link: linkToReview,
  report: reportReview,
  reply: replyToReview,
  changeReply,
})
