/** What SMS and push say, by kind. */
export const noticeWords = {
  'sms.test': 'Primp: this is your test notice.',
  'push.test': { title: 'Test notice', body: 'This is how it will look' },
} as const
