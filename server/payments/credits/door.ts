export {
  creditsFor,
  endOfVoucher,
  keepOther,
  keptOf,
  lockKept,
  lockVouchers,
  passSpend,
  returnKept,
  spendById,
  spendsPast,
  type SpendRow,
} from './credit-queries.ts'
