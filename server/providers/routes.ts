import { albums } from '#contract/providers/albums.ts'
import { bookedOut } from '#contract/providers/booked-out.ts'
import { checks } from '#contract/providers/checks/checks.ts'
import { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { ownChecks } from '#contract/providers/checks/own-checks.ts'
import { providers } from '#contract/providers/providers.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  addMedia,
  changeAlbum,
  changeMedia,
  createAlbum,
  listAlbums,
  removeAlbum,
  removeMedia,
  tagMedia,
} from './albums.ts'
import { blockDay, bookOut, freeDay, freeUp, listBookedOut } from './booked-out.ts'
import {
  acceptDocument,
  changeMarketCheck,
  listDocuments,
  previewCheck,
  refuseDocument,
  showCheckCatalogue,
  showDocument,
} from './document-review.ts'
import { sendDocument, showChecked, showOwnChecks, takeBackDocument } from './documents.ts'
import { listTestimonials, showProfile } from './profile.ts'
import { ownProfile } from '#contract/providers/own-profile.ts'
import { socialPhotos } from '#contract/providers/social-photos.ts'
import {
  listSocialPhotos,
  setBio,
  setInstagram,
  setKit,
  setMinimumJob,
  setPaused,
  setPhoto,
  showOwn,
} from './own-profile.ts'
import {
  setPrices,
  setSellingRules,
  setSellsVouchers,
  setServices,
  showCatalogue,
  showFees,
  showPriceRanges,
} from './own-services.ts'
import { setLocation, setTravel } from './own-location.ts'
import { setDeposits, setLowerPrices, showLowerPrices } from './price-rules.ts'
import { ownHours } from '#contract/providers/hours.ts'
import {
  addException,
  removeException,
  setBlocks,
  setHolidays,
  setLeads,
  setSeasons,
  setWeek,
  showHours,
} from './hours.ts'
import { ownColleagues } from '#contract/providers/colleagues.ts'
import { leaveColleague, listColleagues, nameColleague } from './colleagues.ts'
import { bannedWords } from '#contract/providers/banned-words.ts'
import { operatorWords } from '#contract/providers/operator-words.ts'
import { ownWords } from '#contract/providers/own-words.ts'
import { ownAddOns } from '#contract/providers/add-ons.ts'
import { ownPackages } from '#contract/providers/packages.ts'
import { ownPatchTests } from '#contract/providers/patch-tests.ts'
import { ownTrials } from '#contract/providers/trials.ts'
import { setAddOns, setPackages, showAddOns, showPackages } from './packages.ts'
import { setPatchTests, setTrials, showPatchTests, showTrials } from './trials.ts'
import { addBanned, listBanned, removeBanned } from './banned-words.ts'
import { approveWords, listWords, sendBackWords, setLookFirst } from './words-moderation.ts'
import { setOwnWords, showOwnWords } from './own-words.ts'

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

export const ownProfileRoutes = serve(ownProfile, {
  show: showOwn,
  catalogue: showCatalogue,
  fees: showFees,
  location: setLocation,
  services: setServices,
  prices: setPrices,
  priceRanges: showPriceRanges,
  deposits: setDeposits,
  lowerPrices: showLowerPrices,
  setLowerPrices,
  travel: setTravel,
  minimumJob: setMinimumJob,
  sellingRules: setSellingRules,
  instagram: setInstagram,
  kit: setKit,
  bio: setBio,
  photo: setPhoto,
  vouchers: setSellsVouchers,
  pause: setPaused,
})

export const socialPhotoRoutes = serve(socialPhotos, { list: listSocialPhotos })

export const ownHoursRoutes = serve(ownHours, {
  show: showHours,
  week: setWeek,
  seasons: setSeasons,
  addException,
  removeException,
  holidays: setHolidays,
  blocks: setBlocks,
  leads: setLeads,
})

export const colleagueRoutes = serve(ownColleagues, {
  list: listColleagues,
  name: nameColleague,
  leave: leaveColleague,
})

export const wordsRoutes = [
  ...serve(ownWords, { show: showOwnWords, set: setOwnWords }),
  ...serve(ownPackages, { show: showPackages, set: setPackages }),
  ...serve(ownAddOns, { show: showAddOns, set: setAddOns }),
  ...serve(ownPatchTests, { show: showPatchTests, set: setPatchTests }),
  ...serve(ownTrials, { show: showTrials, set: setTrials }),
  ...serve(bannedWords, { list: listBanned, add: addBanned, remove: removeBanned }),
  ...serve(operatorWords, { list: listWords, approve: approveWords, sendBack: sendBackWords, lookFirst: setLookFirst }),
]
