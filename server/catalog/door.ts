export {
  type Catalog,
  type CatalogCategory,
  type CatalogService,
  type CatalogType,
  type Market,
  catalogNow,
  catalogOf,
  forgetCatalog,
  leadOf,
  mixesTrial,
  offeredIn,
  visitsIn,
} from './catalog.ts'
export { formSettings } from './form-settings.ts'
export { voucherTermsOf } from './voucher-terms.ts'
