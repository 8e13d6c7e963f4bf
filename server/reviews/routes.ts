import { outsideReviews } from '#contract/reviews/outside.ts'
import { reviewExport } from '#contract/reviews/review-export.ts'
import { profileImport } from '#contract/reviews/profile-import.ts'
import { checkTaken } from './imported-reviews.ts'
import { exportReviews } from './exported-reviews.ts'
import { previewProfileImport, runProfileImport } from './profile-import.ts'
import { beforeAfter, providerBeforeAfter } from '#contract/reviews/before-after.ts'
import {
  addOwnPictures,
  addPicturesOf,
  answerOwnPictures,
  listPictured,
  removePicturesOf,
  getGuestPictures,
} from './before-after.ts'
import { partyReviews } from '#contract/reviews/party-reviews.ts'
import { changePartyReview, postPartyReview, getPartyReview } from './party-reviews.ts'
import { reviews } from '#contract/reviews/reviews.ts'
import {
  inviteOutsideReview,
  listOutsideInvitations,
  listOutsideReviews,
  reportOutsideReview,
  getOutsideReview,
  writeOutsideReview,
} from './outside-reviews.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { linkToReview } from './review-links.ts'
import { changeReply, replyToReview } from './replies.ts'
import { changeReview, postReview, reportReview, getReview } from './reviews.ts'

export const outsideReviewRoutes = createRoutes(outsideReviews, {
  invitations: listOutsideInvitations,
  invite: inviteOutsideReview,
  listByProfile: listOutsideReviews,
  show: getOutsideReview,
  write: writeOutsideReview,
  report: reportOutsideReview,
})

export const reviewExportRoutes = createRoutes(reviewExport, { create: exportReviews, check: checkTaken })

export const profileImportRoutes = createRoutes(profileImport, { preview: previewProfileImport, run: runProfileImport })

export const partyReviewRoutes = createRoutes(partyReviews, {
  show: getPartyReview,
  post: postPartyReview,
  change: changePartyReview,
})

export const beforeAfterRoutes = [
  ...createRoutes(beforeAfter, { show: getGuestPictures, add: addOwnPictures, answer: answerOwnPictures }),
  ...createRoutes(providerBeforeAfter, { list: listPictured, add: addPicturesOf, remove: removePicturesOf }),
]

export const reviewRoutes = createRoutes(reviews, {
  show: getReview,
  post: postReview,
  change: changeReview,
  link: linkToReview,
  report: reportReview,
  reply: replyToReview,
  changeReply,
})
