import type { Catalogue } from '#contract/words.ts'

export const resubmissionMessages = {
  'resub.title': { one: 'One thing to fix', other: '{n} things to fix' },
  'resub.text': 'Please fix only these. Everything else is saved and fine.',
  'resub.note': 'Note from our team',
  'resub.submit': 'Send again',
  'resub.done': 'Sent. We check resubmitted profiles first.',
  'resub.reason.photo': 'The photo is unclear, or has a logo, text or other people in it.',
  'resub.reason.selfie': 'We could not see your face well enough.',
  'resub.reason.document': 'We could not read all of the document.',
  'resub.reason.expired': 'The document has expired.',
  'resub.reason.match': 'The name or face did not match the document.',
  'resub.reason.bio': 'The bio contains contact details or claims we cannot show.',
  'resub.reason.prices': 'A price looks like a typing error. Please check it.',
  'resub.reason.pictures': "Some pictures look like someone else's work. Please use your own.",
  'resub.open': 'Fix {step}',
  'resub.fixed': 'Fixed',
  'resub.back': 'All things to fix',
  'resub.save': 'Save',
  'resub.reason.other': 'Something needs another look.',
} as const satisfies Catalogue
