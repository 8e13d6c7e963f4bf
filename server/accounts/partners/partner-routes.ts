import { operatorPartners } from '#contract/accounts/partners.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changePartner } from './change-partner.ts'
import { endPartner } from './end-partner.ts'
import { endPartnerKey } from './end-partner-key.ts'
import { listPartners } from './list-partners.ts'
import { makePartner } from './make-partner.ts'
import { makePartnerKey } from './make-partner-key.ts'
import { rotatePartnerKey } from './rotate-partner-key.ts'
import { showPartner } from './show-partner.ts'

/** Partners and their keys, as the console has them. */
export const partnerRoutes = serve(operatorPartners, {
  list: listPartners,
  show: showPartner,
  make: makePartner,
  change: changePartner,
  end: endPartner,
  makeKey: makePartnerKey,
  rotateKey: rotatePartnerKey,
  endKey: endPartnerKey,
})
