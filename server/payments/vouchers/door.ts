export { voucherOfCode } from './voucher-of-code.ts'
export { keepVoucher } from './keep-voucher.ts'
