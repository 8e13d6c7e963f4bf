export { addService, changeFee, changeMarket, changeService, type ServiceWords } from './change-catalogue.ts'
