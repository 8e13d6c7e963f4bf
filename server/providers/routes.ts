import { albums } from '#contract/providers/albums.ts'
import { bookedOut } from '#contract/providers/booked-out.ts'
import { checks } from '#contract/providers/checks/checks.ts'
import { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { providerChecks } from '#contract/providers/checks/provider-checks.ts'
import { providers } from '#contract/providers/providers.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
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
import {
  blockDay,
  bookOut,
  deleteBookedOutDay,
  deleteBookedOutTime,
  listBookedOut,
  updateBookedOut,
} from './booked-out.ts'
import {
  acceptDocument,
  changeMarketCheck,
  listDocuments,
  previewCheck,
  rejectDocument,
  getCheckCatalogue,
  getDocument,
} from './document-review.ts'
import { sendDocument, getProfileChecks, getProviderChecks, withdrawDocument } from './documents.ts'
import { listTestimonials, getProfile } from './profile.ts'
import { providerProfile } from '#contract/providers/provider-profile.ts'
import { socialPhotos } from '#contract/providers/social-photos.ts'
import {
  listSocialPhotos,
  setBio,
  setInstagram,
  setKit,
  setMinimumJob,
  setPaused,
  setPhoto,
  getEditableProfile,
} from './provider-profile.ts'
import {
  setPrices,
  setSellingRules,
  setSellsVouchers,
  setServices,
  getProviderCatalogue,
  getProviderFees,
  getPriceRanges,
} from './provider-services.ts'
import { setLocation, setTravel } from './profile-location.ts'
import { setDeposits, setLowerPrices, getLowerPrices } from './price-rules.ts'
import { providerHours } from '#contract/providers/hours.ts'
import {
  addException,
  removeException,
  setBlocks,
  setHolidays,
  setLeads,
  setSeasons,
  setWeek,
  getHours,
} from './hours.ts'
import { providerColleagues } from '#contract/providers/colleagues.ts'
import { removeColleague, listColleagues, addColleague } from './colleagues.ts'
import { bannedWords } from '#contract/providers/banned-words.ts'
import { operatorServiceTexts } from '#contract/providers/operator-service-texts.ts'
import { serviceTexts } from '#contract/providers/service-texts.ts'
import { providerAddOns } from '#contract/providers/add-ons.ts'
import { providerPackages } from '#contract/providers/packages.ts'
import { providerPatchTests } from '#contract/providers/patch-tests.ts'
import { providerTrials } from '#contract/providers/trials.ts'
import { setAddOns, setPackages, getAddOns, getPackages } from './packages.ts'
import { setPatchTests, setTrials, getPatchTests, getTrials } from './trials.ts'
import { addBanned, listBanned, removeBanned } from './banned-words.ts'
import { approveServiceText, listServiceTexts, sendBackServiceText, setLookFirst } from './words-moderation.ts'
import { setServiceTexts, getServiceTexts } from './service-texts.ts'

export const providerRoutes = createRoutes(providers, { profile: getProfile, testimonials: listTestimonials })

export const albumRoutes = createRoutes(albums, {
  list: listAlbums,
  create: createAlbum,
  change: changeAlbum,
  remove: removeAlbum,
  addMedia,
  changeMedia,
  tagMedia,
  removeMedia,
})

export const bookedOutRoutes = createRoutes(bookedOut, {
  list: listBookedOut,
  add: bookOut,
  update: updateBookedOut,
  remove: deleteBookedOutTime,
  blockDay,
  freeDay: deleteBookedOutDay,
})

export const checkRoutes = [
  ...createRoutes(checks, { listByProfile: getProfileChecks }),
  ...createRoutes(providerChecks, { show: getProviderChecks, send: sendDocument, withdraw: withdrawDocument }),
  ...createRoutes(operatorChecks, {
    catalogue: getCheckCatalogue,
    preview: previewCheck,
    change: changeMarketCheck,
    documents: listDocuments,
    document: getDocument,
    accept: acceptDocument,
    refuse: rejectDocument,
  }),
]

export const providerProfileRoutes = createRoutes(providerProfile, {
  show: getEditableProfile,
  catalogue: getProviderCatalogue,
  fees: getProviderFees,
  location: setLocation,
  services: setServices,
  prices: setPrices,
  priceRanges: getPriceRanges,
  deposits: setDeposits,
  lowerPrices: getLowerPrices,
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

export const socialPhotoRoutes = createRoutes(socialPhotos, { list: listSocialPhotos })

export const providerHoursRoutes = createRoutes(providerHours, {
  show: getHours,
  week: setWeek,
  seasons: setSeasons,
  addException,
  removeException,
  holidays: setHolidays,
  blocks: setBlocks,
  leads: setLeads,
})

export const colleagueRoutes = createRoutes(providerColleagues, {
  list: listColleagues,
  add: addColleague,
  remove: removeColleague,
})

export const wordsRoutes = [
  ...createRoutes(serviceTexts, { show: getServiceTexts, set: setServiceTexts }),
  ...createRoutes(providerPackages, { show: getPackages, set: setPackages }),
  ...createRoutes(providerAddOns, { show: getAddOns, set: setAddOns }),
  ...createRoutes(providerPatchTests, { show: getPatchTests, set: setPatchTests }),
  ...createRoutes(providerTrials, { show: getTrials, set: setTrials }),
  ...createRoutes(bannedWords, { list: listBanned, add: addBanned, remove: removeBanned }),
  ...createRoutes(operatorServiceTexts, {
    list: listServiceTexts,
    approve: approveServiceText,
    sendBack: sendBackServiceText,
    setReviewRequired: setLookFirst,
  }),
]
