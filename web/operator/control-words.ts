import type { Catalogue } from '#contract/words.ts'

/** Texts of what keeps operators in bounds: their duties, approvals, what they looked at, what is stopped. */
export const controlWords = {
  'op.duties': 'What they look after',
  'op.duties.text': 'Less works at once. More works once another operator has agreed.',
  'op.duty.support': 'Support: people, bookings, disputes, reports, notices',
  'op.duty.verification': 'Verification: profiles and identity pictures',
  'op.duty.money': 'Money: payments, refunds, payouts, fees',
  'op.duty.content': 'Content: pages, catalogue, reviews',
  'op.duty.owner': 'Owner: everything, with operators, settings and logs',
  'op.duties.save': 'Save what they look after',
  'op.duties.confirm': 'Change what {name} looks after?',
  'op.duties.confirm.less': 'Their sessions end within a second. What they did stays in the audit log.',
  'op.duties.confirm.more': 'Another operator is asked. Until they agree nothing changes.',
  'op.asked': 'Asked. It works once another operator has agreed.',
} satisfies Catalogue
