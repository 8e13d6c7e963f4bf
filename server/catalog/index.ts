export {
  addCategory,
  addService,
  addStore,
  addType,
  changeCheck,
  changeFee,
  changeLookFirst,
  changeMarket,
  changeService,
  changeDepositHold,
  changeInvoiceDetails,
  renamePart,
  type ServiceTexts,
} from './catalog-editing.ts'
export {
  type Catalog,
  type CatalogCategory,
  getFreshCatalog,
  getCatalog,
  type CatalogService,
  type CatalogType,
  invalidateCatalog,
  findLeadService,
  type Market,
  hasTrialAndOthers,
  needsGuardian,
  listOfferedServices,
  listVisitServices,
} from './catalog.ts'
export {
  addFeeRule,
  endFeeRule,
  toFeePayer,
  getFees,
  getArtistFeeStanding,
  removeFeeRule,
  type MarketDays,
} from './fees.ts'
export { listConsentForms, listConsentFormVersions, listServiceTests } from './forms.queries.ts'
export { changeForm, changeServiceTest, endForm, buildFormSettings, createForm } from './forms.ts'
export { getAllVoucherTerms } from './voucher-terms.ts'
export { getCatalogIn } from './translated-catalog.ts'
