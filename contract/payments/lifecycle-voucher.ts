import type { Lifecycle } from '#contract/lifecycle.ts'

/** States of a gift voucher. Its remaining amount is separate. */
export const voucherStates = ['open', 'live', 'blocked'] as const
export type VoucherState = (typeof voucherStates)[number]
export type VoucherEvent = 'pay' | 'block' | 'unblock'

/** Transitions of a voucher: paid first; operators can block and unblock it. */
export const voucherLifecycle: Lifecycle<VoucherState, VoucherEvent> = {
  open: { pay: { to: 'live', by: ['bank'] } },
  live: { block: { to: 'blocked', by: ['operator', 'bank'] } },
  blocked: { unblock: { to: 'live', by: ['operator'] } },
}
