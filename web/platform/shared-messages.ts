import { defineMessages } from '#contract/i18n/messages.ts'
import { pageMessages } from './page-messages.ts'

export const sharedMessages = defineMessages({
  ...pageMessages,
  'field.required': { fixed: '{Name} is required' },
  'field.invalid': { fixed: '{name} is not valid' },
  'field.email': { fixed: 'Email address is not valid' },
  'field.location': { fixed: 'Please enter location' },
  'field.file.size': { fixed: 'file size is too big.' },
  'field.file.type': 'Use a png, jpeg or heic picture.',
  'field.file.broken': 'We could not read this picture. Save it again as a jpeg and try once more.',
  'field.file.failed': 'We could not upload {file}. Try again.',
  'field.password.short': 'Use at least 10 characters.',
  'field.money': 'Enter an amount in {currencyCode}.',
  'field.optional': 'optional',
  'field.show': 'Show password',
  'field.hide': 'Hide password',
  'empty.gallery': 'No pictures with these filters.',
  'word.readMore': 'Read more',
  'word.showLess': 'Show less',
  'word.loadMore': 'Show more',
  'word.all': 'All',
  'word.updated': 'Last updated {date}',
})
