import { albums } from '#contract/albums.ts'
import { bookedOut } from '#contract/booked-out.ts'
import { providers } from '#contract/providers.ts'
import { serve } from '#server/platform/serve.ts'
import { addMedia } from './add-media.ts'
import { blockDay, bookOut } from './book-out.ts'
import { changeAlbum } from './change-album.ts'
import { changeMedia, removeMedia } from './change-media.ts'
import { createAlbum } from './create-album.ts'
import { freeDay, freeUp } from './free-up.ts'
import { listAlbums } from './list-albums.ts'
import { listBookedOut } from './list-booked-out.ts'
import { listTestimonials } from './list-testimonials.ts'
import { removeAlbum } from './remove-album.ts'
import { showProfile } from './show-profile.ts'

export const providerRoutes = serve(providers, { profile: showProfile, testimonials: listTestimonials })

export const albumRoutes = serve(albums, {
  list: listAlbums,
  create: createAlbum,
  change: changeAlbum,
  remove: removeAlbum,
  addMedia,
  changeMedia,
  removeMedia,
})

export const bookedOutRoutes = serve(bookedOut, {
  list: listBookedOut,
  add: bookOut,
  remove: freeUp,
  blockDay,
  freeDay,
})
