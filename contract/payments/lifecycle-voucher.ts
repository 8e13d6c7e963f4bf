import type { Lifecycle } from '#contract/lifecycle.ts'

/** Where a gift voucher stands; how much of it is left is a figure of its own. */
export const voucherStates = ['open', 'live', 'blocked'] as const
export type VoucherState = (typeof voucherStates)[number]
export type VoucherEvent = 'pay' | 'block' | 'unblock'

/** Paid for first; an operator may block it and let it go again. */
export const voucherLifecycle: Lifecycle<VoucherState, VoucherEvent> = {
  open: { pay: { to: 'live', by: ['bank'] } },
  live: { block: { to: 'blocked', by: ['operator', 'bank'] } },
  blocked: { unblock: { to: 'live', by: ['operator'] } },
}
