import { outsideReviews } from '#contract/reviews/outside.ts'
import { takenReviews } from '#contract/reviews/taken.ts'
import { checkTaken } from '#server/reviews/taken/check-taken.ts'
import { takeReviews } from '#server/reviews/taken/take-reviews.ts'
import { beforeAfter, ownBeforeAfter } from '#contract/reviews/before-after.ts'
import { addOwnPictures } from '#server/reviews/before-after/add-own-pictures.ts'
import { addPicturesOf } from '#server/reviews/before-after/add-pictures-of.ts'
import { answerOwnPictures } from '#server/reviews/before-after/answer-own-pictures.ts'
import { listPictured } from '#server/reviews/before-after/list-pictured.ts'
import { removePicturesOf } from '#server/reviews/before-after/remove-pictures-of.ts'
import { showOwnPictures } from '#server/reviews/before-after/show-own-pictures.ts'
import { partyReviews } from '#contract/reviews/party-reviews.ts'
import { changePartyReview } from '#server/reviews/party/change-party-review.ts'
import { postPartyReview } from '#server/reviews/party/post-party-review.ts'
import { showPartyReview } from '#server/reviews/party/show-party-review.ts'
import { reviews } from '#contract/reviews/reviews.ts'
import { inviteOutsideReview } from '#server/reviews/outside/invite-outside-review.ts'
import { listOutsideInvitations } from '#server/reviews/outside/list-outside-invitations.ts'
import { listOutsideReviews } from '#server/reviews/outside/list-outside-reviews.ts'
import { reportOutsideReview } from '#server/reviews/outside/report-outside-review.ts'
import { showOutsideReview } from '#server/reviews/outside/show-outside-review.ts'
import { writeOutsideReview } from '#server/reviews/outside/write-outside-review.ts'
import { serve } from '#server/platform/http/serve.ts'
import { linkToReview } from './link-to-review.ts'
import { changeReply } from './change-reply.ts'
import { replyToReview } from './reply-to-review.ts'
import { reportReview } from './report-review.ts'
import { showReview } from './show-review.ts'
import { changeReview } from './change-review.ts'
import { postReview } from './post-review.ts'

export const outsideReviewRoutes = serve(outsideReviews, {
  invitations: listOutsideInvitations,
  invite: inviteOutsideReview,
  of: listOutsideReviews,
  show: showOutsideReview,
  write: writeOutsideReview,
  report: reportOutsideReview,
})

export const takenReviewRoutes = serve(takenReviews, { take: takeReviews, check: checkTaken })

export const partyReviewRoutes = serve(partyReviews, {
  show: showPartyReview,
  post: postPartyReview,
  change: changePartyReview,
})

export const beforeAfterRoutes = [
  ...serve(beforeAfter, { show: showOwnPictures, add: addOwnPictures, answer: answerOwnPictures }),
  ...serve(ownBeforeAfter, { list: listPictured, add: addPicturesOf, remove: removePicturesOf }),
]

export const reviewRoutes = serve(reviews, {
  show: showReview,
  post: postReview,
  change: changeReview,
  link: linkToReview,
  report: reportReview,
  reply: replyToReview,
  changeReply,
})
