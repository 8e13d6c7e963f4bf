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
  changeTaxNumber,
  renamePart,
  type ServiceWords,
} from './catalog-editing.ts'
export {
  type Catalog,
  type CatalogCategory,
  catalogNow,
  catalogOf,
  type CatalogService,
  type CatalogType,
  forgetCatalog,
  leadOf,
  type Market,
  mixesTrial,
  offeredIn,
  visitsIn,
} from './catalog.ts'
export { addFeeRule, endFeeRule, feePayerOf, feesOf, feeStandingOf, removeFeeRule, type Todays } from './fees.ts'
export { allForms, allVersions, serviceTests } from './forms.queries.ts'
export { changeForm, changeServiceTest, endForm, formSettings, makeForm } from './forms.ts'
export { voucherTermsOf } from './voucher-terms.ts'
