import { reviews } from '#contract/reviews/reviews.ts'
import { serve } from '#server/platform/http/serve.ts'
import { linkToReview } from './link-to-review.ts'
import { changeReply } from './change-reply.ts'
import { replyToReview } from './reply-to-review.ts'
import { reportReview } from './report-review.ts'
import { showReview } from './show-review.ts'
import { changeReview } from './change-review.ts'
import { postReview } from './post-review.ts'

export const reviewRoutes = serve(reviews, {
  show: showReview,
  post: postReview,
  change: changeReview,
  link: linkToReview,
  report: reportReview,
  reply: replyToReview,
  changeReply,
})
