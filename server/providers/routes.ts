import { albums } from '#contract/providers/albums.ts'
import { bookedOut } from '#contract/providers/booked-out.ts'
import { checks } from '#contract/providers/checks/checks.ts'
import { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { ownChecks } from '#contract/providers/checks/own-checks.ts'
import { providers } from '#contract/providers/providers.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addMedia } from '#server/providers/albums/add-media.ts'
import { blockDay } from '#server/providers/booked-out/block-day.ts'
import { bookOut } from '#server/providers/booked-out/book-out.ts'
import { changeAlbum } from '#server/providers/albums/change-album.ts'
import { changeMedia } from '#server/providers/albums/change-media.ts'
import { tagMedia } from '#server/providers/albums/tag-media.ts'
import { removeMedia } from '#server/providers/albums/remove-media.ts'
import { createAlbum } from '#server/providers/albums/create-album.ts'
import { freeUp } from '#server/providers/booked-out/free-up.ts'
import { freeDay } from '#server/providers/booked-out/free-day.ts'
import { listAlbums } from '#server/providers/albums/list-albums.ts'
import { listBookedOut } from '#server/providers/booked-out/list-booked-out.ts'
import { acceptDocument } from '#server/providers/checking/accept-document.ts'
import { changeMarketCheck } from '#server/providers/checking/change-market-check.ts'
import { listDocuments } from '#server/providers/checking/list-documents.ts'
import { previewCheck } from '#server/providers/checking/preview-check.ts'
import { refuseDocument } from '#server/providers/checking/refuse-document.ts'
import { showCheckCatalogue } from '#server/providers/checking/show-check-catalogue.ts'
import { showDocument } from '#server/providers/checking/show-document.ts'
import { sendDocument } from '#server/providers/checks/send-document.ts'
import { showChecked } from '#server/providers/checks/show-checked.ts'
import { showOwnChecks } from '#server/providers/checks/show-own-checks.ts'
import { takeBackDocument } from '#server/providers/checks/take-back-document.ts'
import { listTestimonials } from './list-testimonials.ts'
import { removeAlbum } from '#server/providers/albums/remove-album.ts'
import { showProfile } from './profile/show-profile.ts'

export const providerRoutes = serve(providers, { profile: showProfile, testimonials: listTestimonials })

export const albumRoutes = serve(albums, {
  list: listAlbums,
  create: createAlbum,
  change: changeAlbum,
  remove: removeAlbum,
  addMedia,
  changeMedia,
  tagMedia,
  removeMedia,
})

export const bookedOutRoutes = serve(bookedOut, {
  list: listBookedOut,
  add: bookOut,
  remove: freeUp,
  blockDay,
  freeDay,
})

export const checkRoutes = [
  ...serve(checks, { of: showChecked }),
  ...serve(ownChecks, { show: showOwnChecks, send: sendDocument, takeBack: takeBackDocument }),
  ...serve(operatorChecks, {
    catalogue: showCheckCatalogue,
    preview: previewCheck,
    change: changeMarketCheck,
    documents: listDocuments,
    document: showDocument,
    accept: acceptDocument,
    refuse: refuseDocument,
  }),
]
