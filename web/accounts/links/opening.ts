import type { SentTo } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'

/** What is sent beside a link's token: whether to be asked before a password ends, and that password. */
export type Opening = Omit<SentTo<typeof accounts.spendMagicLink>, 'token'>
