export {
  addService,
  changeFee,
  changeMarket,
  changeService,
  changeTaxNumber,
  type ServiceWords,
} from './change-catalogue.ts'
