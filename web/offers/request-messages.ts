import { defineMessages } from '#contract/i18n/messages.ts'

export const requestMessages = defineMessages({
  'words.title': 'Add a note to your request',
  'words.back': 'Back to your quotes',
  'words.text': '{names} will see it with your request.',
  'words.nobody': 'You have no open requests. Send a request first, then add a note.',
  'words.label': 'What should they know?',
  'words.hint':
    'The look you would like, your skin, where you will be. Phone numbers and addresses are hidden until you book.',
  'words.photo': 'Add a photo',
  'words.login': 'Log in to add pictures.',
  'words.login.act': 'Log in',
  'words.save': 'Save',
  'words.picture': 'Picture {n}',
  'words.of': 'Note from {firstName}',
})
