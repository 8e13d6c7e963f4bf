import type { Catalogue } from '#contract/words.ts'

export const requestMessages = {
  'words.title': 'Say something with your request',
  'words.back': 'Back to your quotes',
  'words.text': '{names} will read it with your request.',
  'words.nobody': 'Nobody is asked at the moment. Ask somebody first, then say here what they should know.',
  'words.label': 'What should they know?',
  'words.hint':
    'The look you have in mind, your skin, where you will be. Phone numbers and addresses are hidden until you have booked.',
  'words.photo': 'Add a photo',
  'words.login': 'To add pictures you need to be logged in.',
  'words.login.act': 'Log in',
  'words.save': 'Save',
  'words.picture': 'Picture {n} of them',
  'words.of': 'What {firstName} says',
} as const satisfies Catalogue
