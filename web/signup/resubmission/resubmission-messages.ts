import { defineMessages } from '#contract/i18n/messages.ts'

export const resubmissionMessages = defineMessages({
  'resubmission.title': '{n, plural, one {One thing to fix} other {{n} things to fix}}',
  'resubmission.text': 'Please fix only these. Everything else is saved and fine.',
  'resubmission.note': 'Note from our team',
  'resubmission.submit': 'Send again',
  'resubmission.done': 'Sent. We check resubmitted profiles first.',
  'resubmission.reason.photo': 'The photo is unclear, or has a logo, text or other people in it.',
  'resubmission.reason.selfie': 'We could not see your face well enough.',
  'resubmission.reason.document': 'We could not read all of the document.',
  'resubmission.reason.expired': 'The document has expired.',
  'resubmission.reason.match': 'The name or face did not match the document.',
  'resubmission.reason.bio': 'The bio contains contact details or claims we cannot show.',
  'resubmission.reason.prices': 'A price looks like a typing error. Please check it.',
  'resubmission.reason.pictures': "Some pictures look like someone else's work. Please use your own.",
  'resubmission.open': 'Fix {step}',
  'resubmission.fixed': 'Fixed',
  'resubmission.back': 'All things to fix',
  'resubmission.save': 'Save',
  'resubmission.reason.other': 'Something needs another look.',
})
