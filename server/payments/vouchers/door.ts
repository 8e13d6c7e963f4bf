export { plainCode } from './voucher-code.ts'
export { voucherOfCode } from './voucher-of-code.ts'
export { keepVoucher } from './keep-voucher.ts'
