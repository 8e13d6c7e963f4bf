import { ownProfile } from '#contract/providers/own-profile.ts'
import { socialPhotos } from '#contract/providers/social-photos.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listSocialPhotos } from './list-social-photos.ts'
import { showFees } from './show-fees.ts'
import { showOwn } from './show-own.ts'
import { setLocation } from './set-location.ts'
import { setBio } from './set-bio.ts'
import { setInstagram } from './set-instagram.ts'
import { setKit } from './set-kit.ts'
import { setPhoto } from './set-photo.ts'
import { setDeposits } from '#server/providers/selling/set-deposits.ts'
import { setLowerPrices } from '#server/providers/selling/set-lower-prices.ts'
import { showLowerPrices } from '#server/providers/selling/show-lower-prices.ts'
import { setPrices } from './set-prices.ts'
import { setServices } from './set-services.ts'
import { setMinimumJob } from './set-minimum-job.ts'
import { setPaused } from './set-paused.ts'
import { setSellingRules } from './set-selling-rules.ts'
import { setSellsVouchers } from './set-sells-vouchers.ts'
import { setTravel } from './set-travel.ts'
import { showCatalogue } from './show-catalogue.ts'
import { showPriceRanges } from './show-price-ranges.ts'

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
