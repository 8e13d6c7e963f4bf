export { addCategory, addStore, addType, renamePart } from './add-parts.ts'
export { addFeeRule, endFeeRule, removeFeeRule, type Todays } from './change-fee-rules.ts'
export {
  addService,
  changeCheck,
  changeFee,
  changeLookFirst,
  changeMarket,
  changeService,
  changeTaxNumber,
  type ServiceWords,
} from './change-catalogue.ts'
