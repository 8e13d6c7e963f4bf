import { outsideReviews } from '#contract/reviews/outside.ts'
import { takenReviews } from '#contract/reviews/taken.ts'
import { checkTaken } from './imported-reviews.ts'
import { takeReviews } from './exported-reviews.ts'
import { beforeAfter, ownBeforeAfter } from '#contract/reviews/before-after.ts'
import {
  addOwnPictures,
  addPicturesOf,
  answerOwnPictures,
  listPictured,
  removePicturesOf,
  showOwnPictures,
} from './before-after.ts'
import { partyReviews } from '#contract/reviews/party-reviews.ts'
import { changePartyReview, postPartyReview, showPartyReview } from './party-reviews.ts'
import { reviews } from '#contract/reviews/reviews.ts'
import {
  inviteOutsideReview,
  listOutsideInvitations,
  listOutsideReviews,
  reportOutsideReview,
  showOutsideReview,
  writeOutsideReview,
} from './outside-reviews.ts'
import { serve } from '#server/platform/http/serve.ts'
import { linkToReview } from './review-links.ts'
import { changeReply, replyToReview } from './replies.ts'
import { changeReview, postReview, reportReview, showReview } from './reviews.ts'

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
